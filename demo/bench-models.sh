#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares the plans of models: runs the same village (seed 7, 8 villagers, no habits) with one
# model after another in real time, and prints a line for each.
#
#   ./mvnw -q -DskipTests package
#   demo/bench-models.sh TICKS MODEL...          20 ticks a second; about 2,400 give a hundred answers
#
# MODEL is offline (the rules), a GGUF file, or a configuration file that names a provider.
# valid: answers that needed no correction; steps: all that villagers tried, including those of
# their routine when no plan arrives; wrong: those of them that were refused or failed. Real time:
# the figures depend on the machine.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: demo/bench-models.sh TICKS MODEL..." >&2; exit 2; }
ticks=$1
shift
[[ $ticks =~ ^[1-9][0-9]{0,6}$ ]] || { echo "TICKS $ticks (expected 1 to 9999999)" >&2; exit 2; }
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

figure() { # group, key: a number of that group of the report
  local found
  found=$(sed -n "/^ *\"$1\" : {/,/}/s/^ *\"$2\" : \([0-9]*\).*/\1/p" "$work/report.json" | head -n 1)
  echo "${found:-0}"
}

share() { # count, of
  awk -v a="$1" -v b="$2" 'BEGIN {if (b > 0) printf "%.0f %%", 100 * a / b; else printf "-"}'
}

printf '%-28s %8s %8s %6s %6s %6s %6s\n' model requests answers valid steps done wrong
for model in "$@"; do
  case $model in
    offline) options=() ;;
    *.gguf) options=(--local "$model") ;;
    *) options=(--config "$model") ;;
  esac
  "$java" -jar "$jar" --ticks "$ticks" --seed 7 --villagers 8 --habits off --quiet \
    "${options[@]}" --report "$work/report.json" > "$work/out" 2>&1 \
    || { tail -n 5 "$work/out" >&2; exit 1; }
  answers=$(sed -n '/^ *"answers" : {/,/}/s/.* : \([0-9][0-9]*\).*/\1/p' "$work/report.json" \
    | awk '{sum += $1} END {print sum + 0}')
  tried=$(($(figure steps queued) + $(figure steps refused)))
  wrong=$(($(figure steps failed) + $(figure steps refused)))
  requests=$(sed -n 's/^ *"requests" : \([0-9]*\).*/\1/p' "$work/report.json" | head -n 1)
  printf '%-28s %8s %8s %6s %6s %6s %6s\n' "$(basename "$model")" "$requests" "$answers" \
    "$(share "$(figure answers applied)" "$answers")" "$tried" \
    "$(share "$(figure steps done)" "$tried")" "$(share "$wrong" "$tried")"
done
