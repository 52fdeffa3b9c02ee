#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What do reflexes and scheduler cost in a game that does other things too? Builds the benchmarks
# and runs 20 ticks a second of 100,000 agents, one of twenty in need, shuffled in the heap; before
# each tick 64 MB of memory are swept. By turns of two seconds: ours, guarded behaviour trees of
# gdx-ai, our reflexes alone, a plain loop.
#
#   core/paced-benchmark.sh [seconds]   160 unless told, after the build
#   core/paced-benchmark.sh --smoke     one turn each, of fewer agents: only shows that it runs
#
# Prints how many ticks began late, median, p99 and the longest tick, and what a tick allocates,
# with the goals, and ends with code 1 if one is missed; a smoke run judges nothing.
set -euo pipefail

if ! [[ "$#:${1:-}" =~ ^(0:|1:--smoke|1:[1-9][0-9]{1,3})$ ]]; then
  echo "unknown: $* (expected nothing, 10 to 9999 seconds or --smoke)" >&2
  exit 2
fi

cd "$(dirname "$0")/.."
[ -n "${BENCHMARKS_BUILT:-}" ] || ./mvnw -q -Pbench -pl core -am -Dmaven.test.skip=true package
heap=4g
if [ "${1:-}" = --smoke ]; then heap=512m; fi
"${JAVA_HOME:+$JAVA_HOME/bin/}java" "-Xms$heap" "-Xmx$heap" -Duser.language=en \
  -cp core/target/triune-core-benchmarks.jar dev.triune.internal.reflex.PacedBenchmark "$@"
