#!/usr/bin/env bash
# The counts of the structure stay under their limits, and a tree that breaks each of them is told so.
set -euo pipefail
cd "$SPTUNE_SOURCE_DIR"
tests/lint/counts.py --check

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree"/{tests/lint,harness,apps,kernels/{spmv,api},include/sptune}
cp tests/lint/counts.py "$tree/tests/lint/"
for i in {1..13}; do echo '#pragma once' > "$tree/include/sptune/h$i.hpp"; done
# Named four times outside of kernels/spmv/; a comment and a digit separator are no name and no string.
cat > "$tree/apps/names.cpp" <<'END'
// spmv
#include "kernels/spmv/spmv.hpp"
const char* text = "one SpMV";  // spgemm
int n = 1'000; int choose_spgemm(); const char c = '"'; /* spmm
spmm */ int m = 1'0; const char* d = R"(// spmm)";
END
echo 'int spmv; int a() { return 1; }' > "$tree/kernels/spmv/own.cpp"
echo 'select_int<1, 2>(config.lanes, f);' > "$tree/kernels/api/again.cpp"
# Functions of every form: two are over 60 lines, one of them over 100, counted by hand.
padding() { for ((i = 0; i < $1; ++i)); do echo "  x = x + 1;"; done; }
{
  cat <<'END'
namespace a {
struct Config { int x = 0; std::vector<int> v{1, 2}; };
constexpr auto config_space = space<Config>([](const Config& c) {
  return c.x > 1; }, axis("x", &Config::x, {1, 2}, "text {"));
class Thing : public Base<int, 3> {
 public:
  explicit Thing(int x)
      : Base<int, 3>{x}, x_{x}, y_(f({1, 2})) {
END
  padding 58
  cat <<'END'
  }
  [[nodiscard]] bool operator()(int x) const noexcept override {
    return x == '{';
  }
  int x_{0};
};
#if defined(A)
template <class T, int N = 3>
auto long_one(T x) -> std::vector<T> {
#else
auto long_one(int x) -> std::vector<int> {
#endif
  const auto f = [&](int y) { return y; };
END
  padding 96
  cat <<'END'
  if (x > 1) { x = R"(}}})"; }
}
int short_one(int x = {}) {
  return x;
}
}  // namespace a
END
} > "$tree/harness/forms.cpp"

fail() { echo "counts.sh: $1"; exit 1; }
if out=$("$tree/tests/lint/counts.py" --check); then fail "a tree over all limits passes: $out"; fi
for said in "name an operation: 4, the limit is 3" "over 100 lines: 1, the limit is 0" \
  "headers installed: 13, the limit is 12" "beside their declaration: 1, the limit is 0"; do
  grep -qF "$said" <<<"$out" || fail "not said: $said; but: $out"
done
lengths=$("$tree/tests/lint/counts.py" --list | sed -n 's/.*forms.cpp:[0-9]*: \(.* lines\)$/\1/p' | sort -u)
[[ $lengths == $'Thing, 61 lines\nlong_one, 104 lines' ]] || fail "functions over 60 lines: $lengths"
echo "counts.sh: limits hold, and each is noticed when it does not"
