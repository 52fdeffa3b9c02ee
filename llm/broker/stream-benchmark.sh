#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of reading a streamed answer compared with only draining it. Builds the
# benchmarks and measures the user and system CPU time of the reading thread for a plan of 2 kB that
# arrives token by token over loopback: once drained by OkHttp, once read by a provider and decoded
# as a plan (events, envelopes, parts), alternately.
#
#   llm/broker/stream-benchmark.sh            about 3 minutes
#   llm/broker/stream-benchmark.sh --smoke    under half a minute: only shows that the benchmarks run
#
# The goal applies to the stream with a pause of 100 microseconds before each token, a hundred times
# as fast as models write. The other one has no pauses: its tokens arrive in full packets, so that
# reading them from the socket costs almost nothing. Prints the median of three rounds, and exits
# with code 1 if the goal is missed; a smoke run checks no goals.
set -euo pipefail

# shellcheck source=llm/broker/benchmark-ratios.sh
source "$(dirname "$0")/benchmark-ratios.sh"

for ((round = 1; round <= rounds; round++)); do measure "$round" StreamBenchmark stream; done

each() { # round, counter, pause: nanoseconds for one event, in thousandths
  echo "$((score["$1 pair:$2 $3"] * 1000 / score["$1 pair:events $3"]))"
}

printf '%-12s %12s %12s    ns of CPU for one event, each round\n' 'pause' drained decoded
for ((round = 1; round <= rounds; round++)); do
  for pause in 100 0; do
    printf '%-12s %12s %12s\n' "$pause us" "$(decimal "$(each "$round" drainNanos "$pause")")" \
      "$(decimal "$(each "$round" decodeNanos "$pause")")"
  done
done
echo
show 'decoded to drained, without pauses' 'pair:decodeNanos 0' 'pair:drainNanos 0'
judge 'decoded to drained, token by token' 'pair:decodeNanos 100' 'pair:drainNanos 100' most 1300
exit "$status"
