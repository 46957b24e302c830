#!/usr/bin/env bash
# Job scripts of the documentation parse, begin a sweep the first time and resume it the second, where `srun` only
# says what it was asked for.
set -euo pipefail
fail() { echo "job_scripts.sh: $1"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for script in "$SPTUNE_SOURCE_DIR"/docs/*.sh; do
  bash -n "$script" || fail "$script does not parse"
  grep -q '^#SBATCH --time=' "$script" || fail "$script has no time limit"
done
cat > "$folder/srun" <<'END'
#!/bin/sh
echo "srun $*"
for last in "$@"; do case $last in *.sqlite) : > "$last" ;; esac; done
END
chmod +x "$folder/srun"
run() { PATH="$folder:$PATH" HOME="$folder" SLURM_CPUS_PER_TASK=8 bash "$SPTUNE_SOURCE_DIR/docs/slurm-sweep.sh" "$@"; }
first=$(run "$folder/a.sqlite" --operations spmv)
[[ $first == *"--cpus-per-task=8"*"sptune sweep run "*"--operations spmv" ]] || fail "begins by: $first"
plain=$(run "$folder/a.sqlite")
[[ $plain != *coordinator* ]] || fail "goes on by: $plain"
second=$(run "$folder/a.sqlite" --operations spmv --coordinator-only) # the plan has the first, the job the second
[[ $second == *"sptune sweep resume "*" --coordinator-only"* && $second != *spmv* ]] || fail "goes on by: $second"
second=$(run "$folder/a.sqlite")
[[ $second == *"sptune sweep resume "*"/a.sqlite" ]] || fail "goes on by: $second"
# Every word that it uses is one of the program's.
for verb in run resume; do
  help=$("$SPTUNE_BIN_DIR/sptune" sweep $verb --help)
  for option in --budget --db; do [[ $help == *"$option "* ]] || fail "sptune sweep $verb has no $option"; done
done
echo "job_scripts.sh: they parse, run and resume"
