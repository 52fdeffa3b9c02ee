#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares villages whose model is off, on, or fails midway and recovers. Runs the same village
# three times for each seed: without a model, with the offline mind, and with an offline mind that
# is dead on the second day of three (the middle third of other durations). Simulated time: the
# figures do not depend on the machine.
#
#   ./mvnw -q -DskipTests package
#   demo/compare-minds.sh [DAYS [SEED...]]      default: 3 days, seed 7
#
# Prints a table and exits with code 1 if somebody died or was stuck for more than 2,400 ticks, or
# if there were plans without a model.
set -euo pipefail

days=${1:-3}
shift || true
[ $# -gt 0 ] || set -- 7
[[ $days =~ ^[1-9][0-9]{0,3}$ ]] || { echo "DAYS $days (expected 1 to 9999)" >&2; exit 2; }
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
third=$((days * 24000 / 3))

figure() { # key: the first number or word of that key in the report
  sed -n "s/^ *\"$1\" : \"\{0,1\}\([^\",]*\).*/\1/p" "$work/report.json" | head -n 1
}

run() { # seed, label, options...
  local seed=$1 label=$2 alive all plans stuck
  shift 2
  "$java" -jar "$jar" --days "$days" --speed max --seed "$seed" "$@" \
    --report "$work/report.json" > "$work/out" 2>&1 || { tail -n 5 "$work/out" >&2; exit 1; }
  alive=$(grep -c '"alive" : true' "$work/report.json" || true)
  all=$(grep -c '"alive" : ' "$work/report.json" || true)
  plans=$(grep -c ' plans   ' "$work/out" || true)
  stuck=$(sed -n 's/.*"stuckTicks" : \([0-9]*\).*/\1/p' "$work/report.json" | sort -n | tail -n 1)
  printf '%-5s %-9s %7s %9s %9s %7s %14s %7s %6s\n' "$seed" "$label" "$alive/$all" \
    "$(figure requests)" "$(figure answered)" "$plans" "$(figure conversations)" \
    "$(figure done)" "$stuck"
  if [ "$alive" != "$all" ] || [ "$stuck" -gt 2400 ]; then status=1; fi
  if [ "$label" = off ] && [ "$plans" != 0 ]; then status=1; fi
}

printf '%-5s %-9s %7s %9s %9s %7s %14s %7s %6s\n' \
  seed model alive requests answered plans conversations done stuck
for seed in "$@"; do
  run "$seed" off --no-llm
  run "$seed" on
  run "$seed" dies --outage "$third-$((2 * third))"
done
exit "$status"
