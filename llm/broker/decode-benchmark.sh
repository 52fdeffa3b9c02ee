#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of decoding an answer while it streams in. Builds the benchmarks and measures
# one answer of 2 kB: in deltas of five characters, the whole at once by the same reader, the whole
# as a tree by Jackson (which knows no plans), and rescanned after each delta, for parts by the same
# reader and only for tokens by Jackson.
#
#   llm/broker/decode-benchmark.sh            about 3 minutes
#   llm/broker/decode-benchmark.sh --smoke    under half a minute: only shows that the benchmarks run
#
# Measures all in each of three rounds and compares within the round, so that other load on the
# machine affects both sides. The goals apply to the median of the three ratios. Prints them with
# their goals, and exits with code 1 if one is missed; a smoke run checks no goals.
set -euo pipefail

# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/benchmark-ratios.sh"

for ((round = 1; round <= rounds; round++)); do measure "$round" DecodeBenchmark decode; done

printf '%-12s    ns for one answer, each round\n' ''
for ((round = 1; round <= rounds; round++)); do
  for name in deltas whole tree rescanning retokenizing; do
    printf '%-12s %12s\n' "$name" "$(decimal "${score["$round $name"]}")"
  done
done
echo
judge 'deltas to the whole at once' deltas whole most 2500
show 'deltas to a tree of the whole' deltas tree
judge 'rescanning to deltas' rescanning deltas least 50000
show 'scanning anew for tokens only, to deltas' retokenizing deltas
exit "$status"
