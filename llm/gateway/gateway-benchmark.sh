#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what the gateway adds to a call, compared with another gateway and with a plain proxy.
# Puts the same load on the same upstream, a mock of a model's server that answers at once:
# directly, through nginx, through the npm package @portkey-ai/gateway, and through ours; in turns,
# plain and streamed, with 1, 8 and 64 connections. Everything shares the CPUs of one machine, on
# its loopback interface: compare figures within a run, not between machines.
#
#   llm/gateway/gateway-benchmark.sh            about 10 minutes
#   llm/gateway/gateway-benchmark.sh --smoke    half a minute: direct and ours, compares nothing
#
# Needs Linux, nginx, node with npm (the package is fetched once), and the gateway's jar. Latencies
# are those of whole answers; a target adds its percentile minus the direct one of the same round.
# CPU is the user and system time of a target's processes, divided by the requests they served.
#
# Prints the median of three rounds, and exits with code 1 if a goal is missed or there was any
# error, with code 2 if a requirement is missing.
set -euo pipefail

rounds=3 seconds=4 warmup=1 warm=10
loads=(1 8 64)
wanted=(direct nginx portkey triune)
case "$#:${1:-}" in
  0:) ;;
  1:--smoke)
    rounds=1 seconds=1 warmup=0 warm=1
    loads=(1 8)
    wanted=(direct triune)
    ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac

# shellcheck source=llm/gateway/benchmark-targets.sh
source "$(dirname "$0")/benchmark-targets.sh"

missing=false
targets=()
for target in "${wanted[@]}"; do
  if [ "$target" = triune ] && [ ! -f "$jar" ]; then
    echo "no $jar, so ours is left out; to build it: ./mvnw -pl llm/gateway -am package" >&2
    missing=true
  else
    "prepare_$target"
    targets+=("$target")
  fi
done

build
for target in "${targets[@]}"; do "start_$target"; done

# The JIT compilers of the JVM and of node have to finish before the measurement.
for mode in plain stream; do
  for target in "${targets[@]}"; do
    measure "$target" "$mode" 8 0 "$warm" > /dev/null
  done
done

results=$bench/results.txt
: > "$results"
for ((round = 1; round <= rounds; round++)); do
  for mode in plain stream; do
    for connections in "${loads[@]}"; do
      echo "round $round of $rounds: $mode, connections: $connections" >&2
      for target in "${targets[@]}"; do
        measure "$target" "$mode" "$connections" "$warmup" "$seconds" >> "$results"
      done
    done
  done
done

echo
status=0
"${program[@]}" report --file "$results" || status=$?
if $missing && [ "$status" = 0 ]; then status=2; fi
exit "$status"
