#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of looking up habits. Builds the benchmarks and measures reading the situation
# of an agent and finding its habit among 1,000, with the allocation.
#
#   core/habits/habit-benchmark.sh            about a minute
#   core/habits/habit-benchmark.sh --smoke    seconds, after the build: only shows that it runs
#
# Measures three rounds, of which the worst counts. Prints both figures with their goals, and exits
# with code 1 if one is missed; a smoke run checks no goals.
set -euo pipefail

module=core/habits
artifact=triune-habits
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../../llm/broker/benchmark-ratios.sh"
settings+=(-prof gc)

for ((round = 1; round <= rounds; round++)); do
  measure "$round" HabitBenchmark habit
done

worst() { # figure: thousandths, of the worst round
  local round value most=0
  for ((round = 1; round <= rounds; round++)); do
    value=${score["$round $1"]-}
    if [ -z "$value" ]; then
      echo "no $1, see $log-$round.log" >&2
      exit 2
    fi
    most=$((value > most ? value : most))
  done
  echo "$most"
}

limit() { # words, figure, the most in thousandths
  local most verdict=met
  most=$(worst "$2")
  if $smoke; then
    verdict='not judged'
  elif [ "$most" -ge "$3" ]; then
    verdict=MISSED
    status=1
  fi
  printf '%-46s %10s   %s\n' "$1" "$(decimal "$most")" "$verdict"
}

limit 'ns for a look-up; goal: under 2,000' lookUp 2000000
limit 'bytes for a look-up; goal: under 1' lookUp:gc.alloc.rate.norm 1000
exit "$status"
