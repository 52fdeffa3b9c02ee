#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the cost of reflexes and scheduler in a game that also does other work. Builds the
# benchmarks and runs 20 ticks per second of 100,000 agents, one in twenty in need, shuffled in the
# heap; sweeps 64 MB of memory before each tick. Alternates every two seconds: ours with a forecast
# of each agent's next check and without, guarded behaviour trees of gdx-ai, our reflexes alone, a
# plain loop.
#
#   core/paced-benchmark.sh [seconds]   default: 160, after the build
#   core/paced-benchmark.sh --smoke     one turn each, with fewer agents: only shows that it runs
#
# Prints the number of late ticks, median, p99 and longest tick, and the allocation per tick, with
# the goals, and exits with code 1 if one is missed; a smoke run checks no goals.
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
