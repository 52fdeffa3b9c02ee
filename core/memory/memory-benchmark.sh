#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of recalling memories. Builds the benchmarks and measures one recall among 64,
# 1,000 and 10,000 episodes: choosing by the cue, with the returned list, by meaning as well, and after one
# episode has replaced another; for comparison, a ranking of all by score and age without a cue. Then the
# megabytes of 1,000 agents with 1,000 episodes each, and the heap of an agent without a plan.
#
#   core/memory/memory-benchmark.sh            about 4 minutes
#   core/memory/memory-benchmark.sh --smoke    seconds, after the build: only shows that it runs
#
# Measures all in each of three rounds. Prints the figures with their goals, and exits with code 1
# if one is missed; a smoke run checks no goals.
set -euo pipefail

module=core/memory
artifact=triune-memory
# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/../../llm/broker/benchmark-ratios.sh"
agents=1000
if $smoke; then
  settings=(-f 0 -wi 0 -i 1 -r 20ms)
  agents=10
fi

for ((round = 1; round <= rounds; round++)); do
  measure "$round" RecallBenchmark recall
done

printf '%-20s %12s\n' 'recall, episodes' 'ns, each round'
slowest=0
for size in 64 1000 10000; do
  for name in choose retrieve meaning change worth; do
    printf '%-20s' "$name $size"
    for ((round = 1; round <= rounds; round++)); do
      value=${score["$round $name $size"]}
      printf ' %12s' "$(decimal "$value")"
      if [ "$name" = retrieve ] && [ "$value" -gt "$slowest" ]; then slowest=$value; fi
    done
    echo
  done
done
echo
for size in 64 1000 10000; do
  show "retrieve to worth and age, $size episodes" "retrieve $size" "worth $size"
  show "by meaning as well to by words, $size episodes" "meaning $size" "retrieve $size"
done

limit() { # label, value, goal, unit
  local verdict=met
  if $smoke; then
    verdict='not judged'
  elif [ "$2" -gt "$3" ]; then
    verdict=MISSED
    status=1
  fi
  printf '%-44s %8s %s   goal: at most %s   %s\n' "$1" "$2" "$4" "$3" "$verdict"
}
limit 'slowest recall of all rounds' "$((slowest / 1000000))" 50 us
read -r episodes total < <("${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx2g \
  -cp "$module/target/$artifact-benchmarks.jar" \
  dev.triune.memory.MemoryFootprint "$agents" 1000)
limit "$agents agents with 1,000 episodes each" "$total" 300 MB
echo "of which episodes without recall: $episodes MB"
heap=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx2g -XX:+UseSerialGC \
  -cp "core/target/triune-core-benchmarks.jar" dev.triune.AgentFootprint "$((agents * 100))" \
  2> /dev/null)
limit "heap of an agent without a plan, of $((agents * 100))" "${heap%% *}" 300 bytes
echo "$heap" | tail -n +2
exit "$status"
