#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Checks for race conditions. Builds the stress tests of src/jcstress and runs them: parts and ends
# that arrive in the inbox while it is drained or closed, cancels and timeouts against the
# provider's end, watchers of a cancel token, the choice of the owner, and tasks for a broker's
# thread that is being closed.
#
#   llm/broker/races-check.sh            several minutes: interpreted, C1, C2 and C2 at random
#   llm/broker/races-check.sh --smoke    one way to compile, few samples
#
# Prints the number of occurrences of each result, and exits with code 1 if a forbidden one
# occurred, or if a test hung or could not run. Set RACES_BUILT if the jar exists already.
set -euo pipefail

settings=(-m quick -f 1 -fsm 1 -iters 2 -time 600 -sc false -af NONE)
case "$#:${1:-}" in
  0:) ;;
  1:--smoke) settings=(-m quick -c 2 -f 1 -iters 1 -time 10 -sc false -af NONE -jvmArgs -Xmx256m) ;;
  *)
    echo "unknown: $* (expected nothing or --smoke)" >&2
    exit 2
    ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
module=llm/broker
[ -n "${RACES_BUILT:-}" ] \
  || ./mvnw -q -Pjcstress -pl "$module" -am -Dmaven.test.skip=true package
results=$module/target/jcstress/races
rm -rf "$results"
mkdir -p "$results"

jar=$PWD/$module/target/triune-llm-races.jar
status=0
(cd "$results" && "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Duser.language=en -jar "$jar" \
  "${settings[@]}" -v -r report) > "$results/races.log" 2>&1 || status=1

# prints each test of the report with its results and their counts
sed -n '/^RUN RESULTS/,$p' "$results/races.log" \
  | grep -E '^\.+ \[|  (Acceptable|Forbidden)  |^ +java\.|  HTML report' || true
awk '/  (Acceptable|Forbidden)  / { gsub(",", ""); for (i = 2; i <= NF; i++) if ($i ~ /%$/) n += $(i - 1) }
  END { printf "%d samples\n", n; exit n == 0 }' <(sed -n '/^RUN RESULTS/,$p' "$results/races.log") || status=1
if [ "$status" != 0 ]; then
  echo "FAILED, see $results/races.log" >&2
fi
exit "$status"
