#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures a tick of agents that have nothing to do. Builds the benchmarks and measures
# world.process() with its allocation: a thousand agents that are busy with a long step, asleep, or
# idle while their layers cool down, each with the systems that receive, react and think (minds) and
# with the whole plugin. For reflexes compared with others, see reflex-benchmark.sh.
#
#   core/tick-benchmark.sh            about 3 minutes
#   core/tick-benchmark.sh --smoke    under half a minute: only shows that the benchmarks run
#
# Measures all in each of three rounds. The goal applies to the allocation in the worst round.
# Prints it with its goal, and exits with code 1 if it is missed; a smoke run checks no goals.
set -euo pipefail

module=core
artifact=triune-core
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../llm/broker/benchmark-ratios.sh"
settings+=(-prof gc)

for ((round = 1; round <= rounds; round++)); do
  measure "$round" TickBenchmark tick
done

allocated() { # benchmark: thousandths of a byte for one tick, of the worst round
  local round value most=0
  for ((round = 1; round <= rounds; round++)); do
    value=${score["$round ${1/ /:gc.alloc.rate.norm }"]-}
    if [ -z "$value" ]; then
      echo "no allocation of $1, see $log-$round.log" >&2
      exit 2
    fi
    most=$((value > most ? value : most))
  done
  echo "$most"
}

# One object per tick would be 16 bytes, the minimum allocation in Java. Less than that is a few
# kilobytes of the profiler and the harness per iteration, divided by its ticks.
without() { # benchmark
  local most verdict=met
  most=$(allocated "$1")
  if $smoke; then
    verdict='not judged'
  elif [ "$most" -ge 16000 ]; then
    verdict=MISSED
    status=1
  fi
  printf '%-16s %8s   %s\n' "$1" "$(decimal "$most")" "$verdict"
}

printf '%-16s %12s\n' '' 'ns for one tick, each round'
for name in 'minds busy' 'minds asleep' 'minds cooling' 'whole busy' 'whole asleep' \
  'whole cooling'; do
  printf '%-16s' "$name"
  for ((round = 1; round <= rounds; round++)); do
    printf ' %12s' "$(decimal "${score["$round $name"]}")"
  done
  echo
done
echo
echo 'bytes allocated by one tick, in the worst round; goal: under 16, one object'
for name in 'minds busy' 'minds asleep' 'minds cooling' 'whole busy' 'whole asleep' \
  'whole cooling'; do
  without "$name"
done
exit "$status"
