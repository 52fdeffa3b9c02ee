#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What does the broker's queue cost, and does it keep its price when many wait? Builds the benchmarks
# and measures one request coming and one taken, with 100 and with 10,000 waiting: the lanes, a heap
# of the JDK without ageing, and a list that is aged and sorted before each take.
#
#   llm/broker/queue-benchmark.sh            about 3 minutes
#   llm/broker/queue-benchmark.sh --smoke    under half a minute: only shows that the benchmarks run
#
# All are measured in each of three rounds, one JVM each, and compared within the round: what else
# the machine does then meets both sides. Judged is the middle one of the three ratios. Prints them
# with their goals and ends with code 1 if one is missed; a smoke run judges nothing.
set -euo pipefail

rounds=3
settings=(-f 1 -wi 3 -w 1s -i 5 -r 1s)
smoke=false
case "$#:${1:-}" in
  0:) ;;
  1:--smoke)
    smoke=true
    rounds=1
    settings=(-f 1 -wi 0 -i 1 -r 100ms)
    ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac

cd "$(dirname "$0")/../.."
./mvnw -q -Pbench -pl llm/broker -am -Dmaven.test.skip=true package
results=llm/broker/target/bench
declare -A score # picoseconds for one request by round, benchmark and how many wait
declare -a ratios

# A score in nanoseconds, such as 57.123456, in whole picoseconds.
picoseconds() {
  local fraction=000
  [[ $1 == *.* ]] && fraction=${1#*.}000
  echo "$((10#${1%%.*} * 1000 + 10#${fraction:0:3}))"
}

# With -rf csv: "class.benchmark","mode",threads,samples,score,error,"unit",waiting and CR LF
measure() {
  local round=$1 csv=$results/queue-$1.csv name value waiting
  if ! java -Duser.language=en -jar llm/broker/target/triune-llm-benchmarks.jar QueueBenchmark \
    "${settings[@]}" -foe true -rf csv -rff "$csv" > "$results/queue-$round.log" 2>&1; then
    echo "the benchmarks failed, see $results/queue-$round.log" >&2
    exit 2
  fi
  while IFS=, read -r name _ _ _ value _ _ waiting; do
    [[ $name == *.QueueBenchmark.* ]] || continue
    name=${name##*.}
    score["$round ${name%\"} ${waiting%$'\r'}"]=$(picoseconds "$value")
  done < "$csv"
}

# Of the round: how often the second goes into the first, in thousandths.
ratio() {
  local first=${score["$1 $2"]-} second=${score["$1 $3"]-}
  if [ -z "$first" ] || [ -z "$second" ]; then
    echo "no score of $2 or $3, see $results/queue-$1.log" >&2
    exit 2
  fi
  echo "$((first * 1000 / second))"
}

# The ratio of each round, the smallest first.
compare() {
  local round i value
  ratios=()
  for ((round = 1; round <= rounds; round++)); do
    value=$(ratio "$round" "$1" "$2")
    for ((i = ${#ratios[@]}; i > 0 && ratios[i - 1] > value; i--)); do
      ratios[i]=${ratios[i - 1]}
    done
    ratios[i]=$value
  done
}

decimal() { # thousandths
  printf '%d.%02d' "$(($1 / 1000))" "$(($1 % 1000 / 10))"
}

status=0
judge() { # label, over, under, "most" or "least", the goal in thousandths
  local middle verdict=met
  compare "$2" "$3"
  middle=${ratios[rounds / 2]}
  if $smoke; then
    verdict='not judged'
  elif { [ "$4" = most ] && [ "$middle" -gt "$5" ]; } \
    || { [ "$4" = least ] && [ "$middle" -lt "$5" ]; }; then
    verdict=MISSED
    status=1
  fi
  printf '%-44s %8s   (%s to %s)   goal: at %s %s   %s\n' "$1" "$(decimal "$middle")" \
    "$(decimal "${ratios[0]}")" "$(decimal "${ratios[rounds - 1]}")" "$4" "$(decimal "$5")" \
    "$verdict"
}

for ((round = 1; round <= rounds; round++)); do measure "$round"; done

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
