#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures the effect of answers on ticks. Builds the benchmarks and runs a crowd of 100,000 agents
# at 20 ticks per second in real time while some of them call a model 10, 100 and 1,000 times per
# second: one that is fast, slow, hung or answers garbage; at ten per second also one that breaks
# off, is unreachable, or is called over HTTP. Each runs in a separate JVM, two of them between runs
# without a model, in three rounds.
#
#   core/answers-benchmark.sh            about 35 minutes
#   core/answers-benchmark.sh --smoke    10 seconds: only shows that it runs
#
# Prints for each the ratio of the tick's p99 to that of the surrounding runs without a model, as
# the median of the rounds with quartiles, and exits with code 1 if the ratio of a misbehaving model
# is above the goal; a smoke run checks no goals. Also prints the ratio of the mean CPU time of the
# game thread, which other load on the machine affects less. The lines of the runs are in
# target/bench.
set -euo pipefail

smoke=()
rounds=3
runs=('fast 10' 'slow 10' none 'hung 10' 'garbage 10' none 'cut 10' 'dead 10' none 'http 10'
  'fast 100' none 'slow 100' 'hung 100' none 'garbage 100' 'fast 1000' none 'slow 1000' 'hung 1000'
  none 'garbage 1000' none)
settings=(--agents 100000 --seconds 20 --warm-seconds 3)
case "$#:${1:-}" in
  0:) ;;
  1:--smoke)
    smoke=(--smoke)
    rounds=1
    runs=('garbage 100' none)
    settings=(--agents 1000 --seconds 1 --warm-seconds 0)
    ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac

cd "$(dirname "$0")/.."
[ -n "${BENCHMARKS_BUILT:-}" ] || ./mvnw -q -Pbench -pl core -am -Dmaven.test.skip=true package
jar=core/target/triune-core-benchmarks.jar
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
lines=core/target/bench/answers.txt
log=core/target/bench/answers.log
mkdir -p core/target/bench
: > "$lines"
: > "$log"

run() { # provider, requests a second
  if ! "$java" -Xms1g -Xmx1g -XX:+AlwaysPreTouch -cp "$jar" dev.triune.answers.AnswersBenchmark \
    "${settings[@]}" --provider "$1" --answers-per-second "${2:-0}" >> "$lines" 2>> "$log"; then
    echo "the run of $1 failed, see $log" >&2
    exit 2
  fi
}

run none
for ((round = 1; round <= rounds; round++)); do
  for each in "${runs[@]}"; do
    # shellcheck disable=SC2086 # two words
    run $each
  done
done
"$java" -cp "$jar" dev.triune.answers.AnswersComparison "$lines" "${smoke[@]}"
