#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# cmake/count-tests counts cases, scripts, skips, and crashes that leave no failed case behind.
set -euo pipefail
count=$SPTUNE_SOURCE_DIR/cmake/count-tests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

expect() { # <status> <line> <given exit status of ctest>
  local out rc=0
  out=$("$count" "$work" "$3") || rc=$?
  if [ "$rc" -ne "$1" ] || [ "$(tail -n 1 <<<"$out")" != "$2" ]; then
    printf 'expected status %s and "%s", found status %s and:\n%s\n' "$1" "$2" "$rc" "$out"
    exit 1
  fi
}

expect 1 "0 passed, 1 failed, 0 skipped" 0 # ctest wrote nothing

cat >"$work/a_test.xml" <<'X'
<testsuites tests="4" failures="1">
  <testsuite name="s" tests="4">
    <testcase name="good" status="run" result="completed" />
    <testcase name="bad" status="run" result="completed">
      <failure message="one"></failure>
      <failure message="two"></failure>
    </testcase>
    <testcase name="no_gpu" status="run" result="skipped">
      <skipped message="no device"><![CDATA[no device]]></skipped>
    </testcase>
    <testcase name="off" status="notrun" result="suppressed" />
  </testsuite>
</testsuites>
X
line() { printf '  <testcase name="%s" classname="%s" time="0.1" status="%s">\n' "$1" "$1" "$2"; }
line a_test fail >"$work/ctest.junit"
expect 1 "1 passed, 1 failed, 2 skipped" 8

sed -i '/<failure/d' "$work/a_test.xml" # the cases passed, the program died afterwards
expect 1 "2 passed, 1 failed, 2 skipped" 8

{ line a_test run; line script run; line absent notrun; } >"$work/ctest.junit"
expect 0 "3 passed, 0 failed, 3 skipped" 0

line script run >"$work/ctest.junit"
expect 1 "1 passed, 1 failed, 0 skipped" 8 # ctest failed for a reason of its own

# What lacked a device is counted by its suite, or by a parameter of it; what lacked something else says what.
cat >"$work/a_test.xml" <<'X'
<testsuites tests="5" failures="0">
  <testsuite name="Cuda" tests="5">
    <testcase name="one" status="run" result="skipped" classname="CudaThing">
      <skipped message="a.cpp:1&#x0A;no CUDA device: none&#x0A;"><![CDATA[no CUDA device: none]]></skipped>
    </testcase>
    <testcase name="two" status="run" result="skipped" classname="CudaThing">
      <skipped message="a.cpp:2&#x0A;no CUDA device: none&#x0A;"><![CDATA[no CUDA device: none]]></skipped>
    </testcase>
    <testcase name="runs/cuda_csr" status="run" result="skipped" classname="all/Contract">
      <skipped message="a.cpp:3&#x0A;csr: linked without the CUDA backend"><![CDATA[…]]></skipped>
    </testcase>
    <testcase name="good" status="run" result="completed" classname="CudaThing" />
    <testcase name="full" status="run" result="skipped" classname="Disk">
      <skipped message="a.cpp:4&#x0A;no &quot;/dev/full&quot; here&#x0A;"><![CDATA[no /dev/full here]]></skipped>
    </testcase>
  </testsuite>
</testsuites>
X
cp "$work/a_test.xml" "$work/left_over.xml" # of a program that ctest knows by another name, and counts as one test
{
  line a_test run
  printf '  <testcase name="device_script" status="notrun">\n    <skipped message="SKIP_RETURN_CODE=77"/>\n'
  printf '    <system-out>built\nskipped: no CUDA device\n</system-out>\n  </testcase>\n'
  printf '  <testcase name="other_script" status="notrun">\n    <skipped message="SKIP_RETURN_CODE=77"/>\n'
  printf '    <system-out>python3 is not installed</system-out>\n  </testcase>\n'
} >"$work/ctest.junit"
expect 0 "1 passed, 0 failed, 6 skipped" 0
listed=$("$count" "$work" 0)
[ "$listed" = 'skipped: Disk.full: a.cpp:4 no "/dev/full" here
skipped: other_script: python3 is not installed
not run for lack of a GPU: 4
  CudaThing 2
  all/Contract/cuda_csr 1
  device_script 1
1 passed, 0 failed, 6 skipped' ] || { printf 'listed otherwise:\n%s\n' "$listed"; exit 1; }
