#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Compares the reflexes of a tick with other implementations of the same rules. Builds the
# benchmarks and measures a tick of ours, of ours with agents checked only when a need can have
# reached a threshold (forecast), of the same rules in a loop over plain objects (the lower bound)
# and over arrays of fields, in behaviour trees and in state machines of gdx-ai, and of two systems
# that only read the same components; with the heap in order and shuffled, in a calm world (one
# agent in twenty is in need) and a busy one (every other). Checks that all implement the same
# rules.
#
#   core/reflex-benchmark.sh            about 6 minutes
#   core/reflex-benchmark.sh --smoke    seconds, after the build: only shows that the benchmarks run
#
# Measures the calm world of 100,000 agents in each of five rounds, each contender in a separate JVM
# in each round, and compares within the round; the rest, which has no goals, in one round. Figures
# are the median of all ticks of a round. Prints the ratios (median of the rounds and quartiles)
# with their goals, and exits with code 1 if one is missed; a smoke run checks no goals.
set -euo pipefail

module=core
artifact=triune-core
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../llm/broker/benchmark-ratios.sh"

size=100000
if $smoke; then
  size=1000
  length=(-f 0 -wi 0 -i 1 -r 20ms)
else
  rounds=5
  length=(-f 1 -wi 2 -w 500ms -i 3 -r 500ms)
fi
contenders=(array bare columns forecast iterating machines ours trees)
megabytes=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo 2> /dev/null || echo 0)

run() { # round, agents, heap, world, the contenders
  local round=$1 agents=$2 heap=$3 world=$4 left=() one
  shift 4
  for one in "${contenders[@]}"; do
    [[ " $* " == *" $one "* ]] || left+=(-e "ReflexBenchmark.$one\$")
  done
  settings=("${length[@]}" "${left[@]}" -bm sample -p "agents=$agents" -p "heap=$heap" \
    -p "world=$world")
  measure "$round" ReflexBenchmark "reflex-$agents-$heap-$world"
}

the() { # contender, agents, heap, world: the name of its score, the middle one of its ticks
  echo "$1:p0.50 $2,$3,$4"
}

each() { # round, contender, agents, heap, world: what one agent takes in a tick, in nanoseconds
  local value=${score["$1 $(the "$2" "$3" "$4" "$5")"]-}
  [ -z "$value" ] && echo - || decimal "$((value / $3))"
}

table() { # round, agents, world, the contenders
  local round=$1 agents=$2 world=$3 one
  shift 3
  for one in "$@"; do
    printf '%-10s %10s %-5s %10s %10s\n' "$one" "$agents" "$world" \
      "$(each "$round" "$one" "$agents" ordered "$world")" \
      "$(each "$round" "$one" "$agents" shuffled "$world")"
  done
}

for ((round = 1; round <= rounds; round++)); do
  run "$round" "$size" ordered calm "${contenders[@]}"
  run "$round" "$size" shuffled calm array bare forecast iterating machines ours trees
done
sizes=()
if ! $smoke; then
  run 1 "$size" ordered busy "${contenders[@]}"
  run 1 "$size" shuffled busy array bare forecast iterating machines ours trees
  sizes=(1000 10000 1000000)
  if [ "$megabytes" -lt 6000 ]; then
    echo 'no 1,000,000 agents: as trees they need a machine with 6 GB'
    sizes=(1000 10000)
  fi
  for agents in "${sizes[@]}"; do
    for heap in ordered shuffled; do run 1 "$agents" "$heap" calm array forecast ours trees; done
  done
fi

printf '%-27s %10s %10s   ns for one agent in one tick, each round\n' '' ordered shuffled
for ((round = 1; round <= rounds; round++)); do
  table "$round" "$size" calm "${contenders[@]}"
done
if ! $smoke; then table 1 "$size" busy "${contenders[@]}"; fi
for agents in "${sizes[@]}"; do table 1 "$agents" calm array forecast ours trees; done
echo
floor=$(the array "$size" ordered calm)
judge 'ours to the array, heap in order' "$(the ours "$size" ordered calm)" "$floor" most 1400
judge 'ours shuffled to the array in order' "$(the ours "$size" shuffled calm)" "$floor" most 3000
for heap in ordered shuffled; do
  judge "trees to ours, $heap" "$(the trees "$size" "$heap" calm)" \
    "$(the ours "$size" "$heap" calm)" least 15000
done
show 'array shuffled to the array in order' "$(the array "$size" shuffled calm)" "$floor"
show 'arrays of fields to the array' "$(the columns "$size" ordered calm)" "$floor"
for heap in ordered shuffled; do
  ours=$(the ours "$size" "$heap" calm)
  show "ours to bare reading, $heap" "$ours" "$(the bare "$size" "$heap" calm)"
  show "IteratingSystem to own loop, reading, $heap" "$(the iterating "$size" "$heap" calm)" \
    "$(the bare "$size" "$heap" calm)"
  show "forecast to ours, $heap" "$(the forecast "$size" "$heap" calm)" "$ours"
  show "machines to ours, $heap" "$(the machines "$size" "$heap" calm)" "$ours"
done
exit "$status"
