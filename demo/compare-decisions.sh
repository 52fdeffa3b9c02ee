#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what the selection of layers saves. Runs the same village twice for each seed, with the
# selection table and calling one layer after the other, and compares the numbers of calls and their
# results. Simulated time: the figures do not depend on the machine.
#
#   ./mvnw -q -DskipTests package
#   demo/compare-decisions.sh [DAYS [SEED...]]      default: 1 day, seeds 7 8 9
set -euo pipefail

days=${1:-1}
shift || true
[ $# -gt 0 ] || set -- 7 8 9
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

figure() { # file, key: the first number or word of that key in the report
  sed -n "s/^ *\"$2\" : \"\{0,1\}\([^\",]*\).*/\1/p" "$1" | head -n 1
}

printf '%-5s %-11s %9s %9s %8s %9s %8s %7s %6s\n' \
  seed decisions requests answered talker executor tokens done stuck
for seed in "$@"; do
  for how in scheduled sequential; do
    report=$work/$how-$seed.json
    java -jar "$jar" --days "$days" --speed max --seed "$seed" --quiet --decisions "$how" \
      --report "$report" > "$work/out" 2>&1 || { tail -n 5 "$work/out" >&2; exit 1; }
    input=$(figure "$report" input)
    output=$(figure "$report" output)
    stuck=$(sed -n 's/.*"stuckTicks" : \([0-9]*\).*/\1/p' "$report" | sort -n | tail -n 1)
    printf '%-5s %-11s %9s %9s %8s %9s %8s %7s %6s\n' "$seed" "$how" \
      "$(figure "$report" requests)" "$(figure "$report" answered)" \
      "$(figure "$report" talker)" "$(figure "$report" executor)" "$((input + output))" \
      "$(figure "$report" done)" "$stuck"
  done
done
