#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the scheduler's pass, and whether its cost grows with the number of agents or of stimuli.
# Builds the benchmarks and measures world.process() with only the scheduler, over 1,000 to
# 1,000,000 agents that would all call a model, with 15 stimuli per tick: 10 agents are spoken to or
# heard out, 5 are deferred, and as many return. The same for a plain loop over all agents, and for
# the pass of the reflexes. Then the scheduler with 0, 150 and 1,500 stimuli per tick.
#
#   core/scheduler-benchmark.sh            about 7 minutes
#   core/scheduler-benchmark.sh --smoke    seconds, after the build: only shows that it runs
#
# Measures all in each of three rounds. Prints the ratios with their goal, and exits with code 1 if
# it is missed; a smoke run checks no goals.
set -euo pipefail

module=core
artifact=triune-core
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../llm/broker/benchmark-ratios.sh"

sizes=(1000 10000 100000 1000000)
crowds=(0 150 1500)
length=("${settings[@]}" -jvmArgs '-Xms2g -Xmx2g')
if $smoke; then
  sizes=(1000)
  crowds=()
  length=(-f 0 -wi 0 -i 1 -r 20ms)
fi
asked=100000
if $smoke; then asked=1000; fi

for ((round = 1; round <= rounds; round++)); do
  for size in "${sizes[@]}"; do
    settings=("${length[@]}" -p "agents=$size" -p stimuli=15)
    measure "$round" SchedulerBenchmark "scheduler-$size"
  done
  for stimuli in "${crowds[@]}"; do
    settings=("${length[@]}" -e '(scan|reflexes)$' -p agents=100000 -p "stimuli=$stimuli")
    measure "$round" SchedulerBenchmark "scheduler-100000-$stimuli"
  done
done

printf '%-32s %12s\n' 'agents, stimuli a tick' 'ns for one tick, each round'
row() { # benchmark, agents, stimuli
  printf '%-32s' "$1 $2, $3"
  for ((round = 1; round <= rounds; round++)); do
    printf ' %12s' "$(decimal "${score["$round $1 $2,$3"]}")"
  done
  echo
}
for size in "${sizes[@]}"; do
  for name in scheduler reflexes scan; do row "$name" "$size" 15; done
done
for stimuli in "${crowds[@]}"; do row scheduler 100000 "$stimuli"; done
echo
judge 'scheduler to reflexes' "scheduler $asked,15" "reflexes $asked,15" most 200
for size in "${sizes[@]}"; do
  show "scan of all to scheduler, $size agents" "scan $size,15" "scheduler $size,15"
done
exit "$status"
