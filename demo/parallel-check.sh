#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# How much sooner do eight villages end that run side by side? Runs the seeds 1001 to 1008 one after
# another and on all cores, in pairs whose order alternates, and compares their fingerprints.
#
#   ./mvnw -q -DskipTests package
#   demo/parallel-check.sh [ROUNDS [DAYS]]      3 pairs of 6 days unless given; --smoke for 1 and 1
#
# Prints the ratio of the seconds of each pair and their median. Both runs pay for starting the JVM, which
# is not counted, and for compiling, which is: compiler and collector use the other cores even while one
# village runs at a time. Ends with code 1 if a fingerprint differs, or if the median is below 0.9 for
# each core; other programs on the machine lower it.
set -euo pipefail

rounds=${1:-3} days=${2:-6}
[ "$rounds" != --smoke ] || { rounds=1 days=1; }
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # threads: prints the seconds
  java -jar "$jar" --seeds 1001..1008 --days "$days" --speed max --threads "$1" > "$work/out" || true
  grep -v ' at a time$' "$work/out" > "$work/rows.$1"
  sed -n 's/.* villages in \([0-9.]*\) s.*/\1/p' "$work/out"
}

cores=$(nproc)
for ((round = 0; round < rounds; round++)); do
  if ((round % 2)); then both=$(run "$cores") one=$(run 1); else one=$(run 1) both=$(run "$cores"); fi
  cmp "$work/rows.1" "$work/rows.$cores" || { echo "the villages differ" >&2; exit 1; }
  awk -v one="$one" -v both="$both" 'BEGIN { printf "%.2f %s s %s s\n", one / both, one, both }' | tee -a "$work/ratios"
done
sort -n "$work/ratios" | awk -v goal="$cores" '{ a[NR] = $1 }
  END { m = a[int((NR + 1) / 2)]; printf "median %.2f on %d cores\n", m, goal; exit m < 0.9 * goal }'
