#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Trains a small model on the answers of the village's offline mind, and prints how good its plans
# are. The same command continues the training; without FILE.checkpoint it starts anew. MINUTES are
# those of the processor.
#
#   ./mvnw -q -DskipTests package
#   demo/model/train.sh FILE.gguf [MINUTES [VILLAGES [DAYS]]]    default: 45 20 2
#   demo/model/train.sh --smoke                                  a minute or two
#
# Needs PyTorch from Maven Central (102 MB; for other platforms than Linux x86-64 see pom.xml).
# Computes with THREADS threads, 1 by default.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
jar=$here/../target/triune-village.jar
[ -f "$jar" ] || { echo "no $jar: run ./mvnw -q -DskipTests package first" >&2; exit 2; }
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
situations=100
if [ "${1:-}" = --smoke ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  set -- "$work/smoke.gguf" 0.2 1 1
  situations=5
fi
file=${1:?the file of the model (expected FILE.gguf)}

"$here/../../mvnw" -q -B -f "$here/pom.xml" dependency:build-classpath \
  -Dmdep.outputFile="$here/target/classpath"
classes=$jar:$(echo "$here"/../../llm/testsupport/target/*.jar):$(cat "$here/target/classpath")
"${java}c" -nowarn -proc:none -d "$here/target/classes" -cp "$classes" \
  $(find "$here/src" -name '*.java')
export OMP_NUM_THREADS=${THREADS:-1} OPENBLAS_NUM_THREADS=${THREADS:-1}
"$java" -cp "$here/target/classes:$classes" dev.triune.model.TrainModel \
  "$file" "${2:-45}" "${3:-20}" "${4:-2}"
"$java" -jar "$jar" --bench-model "$file" --situations "$situations"
