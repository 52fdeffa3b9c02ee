# SPDX-License-Identifier: Apache-2.0
#
# Shared functions of the benchmark scripts, which source it with their arguments. Parses --smoke,
# changes to the root, builds the benchmarks unless BENCHMARKS_BUILT is set, and defines measure,
# compare, show and judge. Cannot be run directly.
# Scripts of other modules set two variables first: module is its directory, artifact the name of
# its jar.
# shellcheck shell=bash
# shellcheck disable=SC2034 # the scripts use the variables

module=${module:-llm/broker}
artifact=${artifact:-triune-llm}
rounds=3
settings=(-f 1 -wi 3 -w 1s -i 5 -r 1s)
smoke=false
case "$#:${1:-}" in
  0:) ;;
  1:--smoke)
    smoke=true
    rounds=1
    settings=(-f 0 -wi 0 -i 1 -r 100ms) # without a JVM for each, as no figure counts
    ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ -n "${BENCHMARKS_BUILT:-}" ] \
  || ./mvnw -q -Pbench -pl "$module" -am -Dmaven.test.skip=true package
results=$module/target/bench
declare -A score # picoseconds for one call by round, benchmark and, if it has one, its parameter
declare -a ratios

# A score in nanoseconds, such as 57.123456, in whole picoseconds.
picoseconds() {
  local fraction=000
  [[ $1 == *.* ]] && fraction=${1#*.}000
  echo "$((10#${1%%.*} * 1000 + 10#${fraction:0:3}))"
}

# With -rf csv: "class.benchmark","mode",threads,samples,score,error,"unit", with a parameter its
# value, and CR LF
measure() { # round, class, the name of its files
  local round=$1 csv=$results/$3-$1.csv name value parameter
  log=$results/$3
  if ! "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Duser.language=en \
    -jar "$module/target/$artifact-benchmarks.jar" "$2" "${settings[@]}" \
    -foe true -rf csv -rff "$csv" > "$log-$round.log" 2>&1; then
    echo "the benchmarks failed, see $log-$round.log" >&2
    exit 2
  fi
  while IFS=, read -r name _ _ _ value _ _ parameter; do
    [[ $name == *."$2".* ]] || continue
    name=${name#*."$2".}
    parameter=${parameter%$'\r'}
    score["$round ${name%\"}${parameter:+ $parameter}"]=$(picoseconds "$value")
  done < "$csv"
}

# The ratio of the first to the second in a round, in thousandths.
ratio() {
  local first=${score["$1 $2"]-} second=${score["$1 $3"]-}
  if [ -z "$first" ] || [ -z "$second" ]; then
    echo "no score of $2 or $3, see $log-$1.log" >&2
    exit 2
  fi
  echo "$((first * 1000 / second))"
}

# The ratios of all rounds, smallest first.
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

# The quartiles of the ratios, as "(0.98 to 1.02)"; with three rounds, the range.
spread() {
  local quarter=$((rounds / 4))
  printf '(%s to %s)' "$(decimal "${ratios[quarter]}")" \
    "$(decimal "${ratios[rounds - 1 - quarter]}")"
}

show() { # label, over, under: a ratio that nothing is asked of
  compare "$2" "$3"
  printf '%-44s %8s   %s   no goal\n' "$1" "$(decimal "${ratios[rounds / 2]}")" "$(spread)"
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
  printf '%-44s %8s   %s   goal: at %s %s   %s\n' "$1" "$(decimal "$middle")" "$(spread)" \
    "$4" "$(decimal "$5")" "$verdict"
}
