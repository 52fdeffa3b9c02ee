#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what habits save. Runs the same village three times for each seed: calling a model for
# each plan, acquiring habits, and with the habits of the second run but without a model. Simulated
# time: the figures do not depend on the machine.
#
#   ./mvnw -q -DskipTests package
#   demo/compare-habits.sh [DAYS [SEED...]]      default: 10 days, seeds 91001 to 91010
#
# LOCAL=FILE.gguf has that model answer instead of the offline mind, while simulated time stands
# still; VILLAGERS=N changes the number of villagers, 8.
#
# Prints median (lower to upper quartile) over the seeds, per villager and day, and exits with code
# 1 if somebody died or was stuck for more than 2,400 ticks.
set -euo pipefail

days=${1:-10}
shift || true
[ $# -gt 0 ] || set -- $(seq 91001 91010)
[[ $days =~ ^[1-9][0-9]{0,3}$ ]] || { echo "DAYS $days (expected 1 to 9999)" >&2; exit 2; }
villagers=(--villagers "${VILLAGERS:-8}")
model=(${LOCAL:+--local "$LOCAL"})
jar=$(cd "$(dirname "$0")" && pwd)/target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
shown=$(printf '%s\n' 1 3 "$days" | sort -nu | awk -v last="$days" '$1 <= last')

figure() { # key: the first number of that key in the report
  sed -n "s/^ *\"$1\" : \([0-9.]*\).*/\1/p" "$work/report.json" | head -n 1
}

daily() { # key, day: the figure of that day
  awk -v key="\"$1\"" -v day="$2" '
    $1 == "\"day\"" { at = $3 + 0 }
    $1 == key && at == day { sub(",", "", $3); print $3; exit }' "$work/report.json"
}

note() { # row, figure
  echo "$2" >> "$work/$1"
}

run() { # seed, label, options...
  local seed=$1 label=$2 day alive all stuck
  shift 2
  "$java" -jar "$jar" --days "$days" --speed max --quiet --seed "$seed" "${villagers[@]}" "$@" \
    --report "$work/report.json" > "$work/out" 2>&1 || { tail -n 5 "$work/out" >&2; exit 1; }
  alive=$(grep -c '"alive" : true' "$work/report.json" || true)
  all=$(grep -c '"alive" : ' "$work/report.json" || true)
  stuck=$(sed -n 's/.*"stuckTicks" : \([0-9]*\).*/\1/p' "$work/report.json" | sort -n | tail -n 1)
  if [ "$alive" != "$all" ] || [ "$stuck" -gt 2400 ]; then
    echo "seed $seed, $label: $alive of $all alive, longest stuck $stuck ticks" >&2
    status=1
  fi
  for day in $shown; do
    note "$label.talker.$day" "$(daily talker "$day")"
    note "$label.executor.$day" "$(daily executor "$day")"
    note "$label.tokens.$day" "$(daily tokens "$day")"
    note "$label.steps.$day" "$(daily steps "$day")"
  done
  note "$label.stories" "$(grep -c '"happened" : true' "$work/report.json" || true)"
  note "$label.done" "$(figure done)"
  note "$label.settled" "$(figure settledTalks)"
}

quartiles() { # row
  sort -g "$work/$1" | awk '{ v[NR] = $1 }
    function at(share,   place, low) {
      place = 1 + share * (NR - 1); low = int(place)
      return low == NR ? v[NR] : v[low] + (place - low) * (v[low + 1] - v[low])
    }
    END { printf "%.1f (%.1f to %.1f)", at(0.5), at(0.25), at(0.75) }'
}

for seed in "$@"; do
  run "$seed" off --habits off "${model[@]}"
  run "$seed" learning --bake "$work/minds.json" "${model[@]}"
  run "$seed" baked --no-llm --habits "$work/minds.json"
done
format='%-22s | %-28s | %-28s | %-28s\n'
printf "$format" "$# seeds" "a call for each plan" "habits" "baked, no model"
for row in talker executor tokens steps; do
  for day in $shown; do
    printf "$format" "$row, day $day" "$(quartiles "off.$row.$day")" \
      "$(quartiles "learning.$row.$day")" "$(quartiles "baked.$row.$day")"
  done
done
for row in done stories settled; do
  printf "$format" "$row in all" "$(quartiles "off.$row")" "$(quartiles "learning.$row")" \
    "$(quartiles "baked.$row")"
done
exit "$status"
