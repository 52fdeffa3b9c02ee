#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of the broker's queue, and whether it grows with the number of waiting requests.
# Builds the benchmarks and measures adding and removing a request, with 100 and with 10,000
# waiting: the lanes, a heap of the JDK without ageing, and a list that is aged and sorted before
# each removal.
#
#   llm/broker/queue-benchmark.sh            about 3 minutes
#   llm/broker/queue-benchmark.sh --smoke    under half a minute: only shows that the benchmarks run
#
# Measures all in each of three rounds, one JVM each, and compares within the round, so that other
# load on the machine affects both sides. The goals apply to the median of the three ratios. Prints
# them with their goals, and exits with code 1 if one is missed; a smoke run checks no goals.
set -euo pipefail

# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/benchmark-ratios.sh"

for ((round = 1; round <= rounds; round++)); do measure "$round" QueueBenchmark queue; done

printf '%-12s %10s %10s    ns for one request, each round\n' '' 100 10000
for ((round = 1; round <= rounds; round++)); do
  for name in lanes heap sorted; do
    printf '%-12s %10s %10s\n' "$name" "$(decimal "${score["$round $name 100"]}")" \
      "$(decimal "${score["$round $name 10000"]}")"
  done
done
echo
judge 'lanes, 10,000 waiting to 100 waiting' 'lanes 10000' 'lanes 100' most 1300
judge 'lanes to heap, 100 waiting' 'lanes 100' 'heap 100' most 1200
judge 'lanes to heap, 10,000 waiting' 'lanes 10000' 'heap 10000' most 1200
judge 'sorted list to lanes, 10,000 waiting' 'sorted 10000' 'lanes 10000' least 50000
exit "$status"
