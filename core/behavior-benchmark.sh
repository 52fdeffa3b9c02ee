#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of long steps. Builds the benchmarks and measures world.process() with 50,000
# agents, each in a step: with a runner that is called in every tick, one that waits for a signal,
# and one that waits for 5 s, so that one agent in a hundred is due per tick; each with plans of
# which 0 and 30 steps are finished. The contender keeps these in the plan.
#
#   core/behavior-benchmark.sh            about 4 minutes
#   core/behavior-benchmark.sh --smoke    seconds, after the build: only shows that it runs
#
# Measures all in each of three rounds, of which the worst counts. Prints nanoseconds per agent and
# tick with their goals, and exits with code 1 if one is missed; a smoke run checks no goals.
set -euo pipefail

module=core
artifact=triune-core
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../llm/broker/benchmark-ratios.sh"
runners=(everyTick untilSignal until)
plans=(0,counted 30,counted 30,carried)
if $smoke; then
  settings=(-f 0 -wi 0 -i 1 -r 20ms)
  runners=(untilSignal)
  plans=(30,carried)
fi

for ((round = 1; round <= rounds; round++)); do
  for runner in "${runners[@]}"; do
    for finished in "${plans[@]}"; do
      plain=("${settings[@]}")
      settings+=(-p "runner=$runner" -p "finished=${finished%,*}" -p "as=${finished#*,}")
      measure "$round" BehaviorBenchmark "behavior-$runner-${finished/,/-}"
      settings=("${plain[@]}")
    done
  done
done

limit() { # runner, finished steps, the most in thousandths of a nanosecond; none if empty
  local round value most=0 verdict='no goal'
  for ((round = 1; round <= rounds; round++)); do
    value=$((${score["$round act ${2#*,},${2%,*},$1"]}))
    most=$((value > most ? value : most))
  done
  if [ -n "$3" ]; then
    verdict="goal: at most $(decimal "$3")   met"
    if $smoke; then
      verdict='not judged'
    elif [ "$most" -gt "$3" ]; then
      verdict="goal: at most $(decimal "$3")   MISSED"
      status=1
    fi
  fi
  printf '%-44s %10s ns   %s\n' "$1, ${2%,*} finished steps, ${2#*,}" "$(decimal "$most")" "$verdict"
}

for finished in "${plans[@]}"; do
  for runner in "${runners[@]}"; do
    if [ "$runner" = untilSignal ]; then goal=5000; else goal=; fi
    limit "$runner" "$finished" "$goal"
  done
done
exit "$status"
