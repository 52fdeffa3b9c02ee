#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks that the village survives and how its stories end: runs three days with each of twenty
# seeds and prints a row for each. Simulated time: the figures do not depend on the machine.
#
#   ./mvnw -q -DskipTests package
#   demo/twenty-seeds.sh [DAYS [FIRST [LAST]]]      default: 3 days, seeds 1 to 20
#
# Exits with code 1 if somebody died or was stuck for more than two minutes.
set -euo pipefail

days=${1:-3}
first=${2:-1}
last=${3:-20}
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

figure() { # key: the first number of that key in the report
  sed -n "s/^ *\"$1\" : \([0-9]*\).*/\1/p" "$work/report.json" | head -n 1
}

story() { # name: yes or no
  sed -n "/\"story\" : \"$1\"/,/\"happened\"/s/^ *\"happened\" : \(true\|false\).*/\1/p" \
    "$work/report.json" | head -n 1 | sed 's/true/yes/; s/false/no/'
}

failed=0
stories='feast storm wolf rumour injection illness theft courtship'
printf '%-5s %5s %6s %9s %7s' seed alive stuck requests talks
printf ' %9s' $stories
echo
for seed in $(seq "$first" "$last"); do
  java -jar "$jar" --days "$days" --speed max --seed "$seed" --quiet --report "$work/report.json" \
    > "$work/out" 2>&1 || { tail -n 5 "$work/out" >&2; exit 1; }
  alive=$(grep -c '"alive" : true' "$work/report.json" || true)
  people=$(grep -c '"alive" :' "$work/report.json" || true)
  stuck=$(sed -n 's/.*"stuckTicks" : \([0-9]*\).*/\1/p' "$work/report.json" | sort -n | tail -n 1)
  [ "$alive" = "$people" ] && [ "$stuck" -le 2400 ] || failed=1
  printf '%-5s %5s %6s %9s %7s' "$seed" "$alive" "$stuck" "$(figure requests)" "$(figure conversations)"
  for name in $stories; do
    printf ' %9s' "$(story "$name")"
  done
  echo
done
exit $failed
