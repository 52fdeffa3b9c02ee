#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures a tick of agents that have nothing to do. Builds the benchmarks and measures
# world.process() with its allocation: a thousand agents that are busy with a long step, asleep, or
# idle while their layers cool down, each with the systems that receive, react and think (minds) and
# with the whole plugin. For reflexes compared with others, see reflex-benchmark.sh. Then a crowd of
# 100,000 and of a million, 99 % of which walk, wait or sleep: processed when something is due (with
# runners that wait and declared speeds of needs), and all in each tick.
#
#   core/tick-benchmark.sh            about 5 minutes
#   core/tick-benchmark.sh --smoke    under half a minute: only shows that the benchmarks run
#
# Measures all in each of three rounds, the million in one. The goals apply to the allocation in the
# worst round and to the median over rounds of the crowd's median tick. Prints them with their goals,
# and exits with code 1 if one is missed; a smoke run checks no goals.
set -euo pipefail

module=core
artifact=triune-core
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../llm/broker/benchmark-ratios.sh"
settings+=(-prof gc)

for ((round = 1; round <= rounds; round++)); do
  measure "$round" TickBenchmark tick
done
sizes=(100000)
$smoke && sizes=(1000)
megabytes=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo 2> /dev/null || echo 0)
plain=("${settings[@]}")
for ((round = 1; round <= rounds; round++)); do
  settings=("${plain[@]}" -p "agents=${sizes[0]}")
  measure "$round" CrowdBenchmark crowd
done
if ! $smoke && [ "$megabytes" -ge 6000 ]; then
  sizes+=(1000000)
  settings=("${plain[@]}" -p agents=1000000)
  measure 1 CrowdBenchmark crowd-million
fi

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
echo
crowd() { # agents, goal in picoseconds
  local round verdict=met middle all=()
  for ((round = 1; round <= rounds; round++)); do
    [ -n "${score["$round tick:p0.50 $1,due"]-}" ] && all+=("${score["$round tick:p0.50 $1,due"]}")
  done
  middle=$(printf '%s\n' "${all[@]}" | sort -n | sed -n "$(((${#all[@]} + 1) / 2))p")
  if $smoke; then
    verdict='not judged'
  elif [ "$middle" -gt "$2" ]; then
    verdict=MISSED
    status=1
  fi
  printf 'crowd of %s, median tick %s us; goal: at most %s   %s\n' "$1" \
    "$(decimal "$((middle / 1000))")" "$(($2 / 1000000))" "$verdict"
}
crowd "${sizes[0]}" 1500000000
show "due to all, ${sizes[0]} agents" "tick:p0.50 ${sizes[0]},due" "tick:p0.50 ${sizes[0]},all"
if [ "${#sizes[@]}" -gt 1 ]; then
  crowd 1000000 25000000000
fi
exit "$status"
