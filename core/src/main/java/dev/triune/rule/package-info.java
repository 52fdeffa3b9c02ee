/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Everything that is decided without a model: reflexes, and the selection rules that choose which
 * layer of an agent thinks next. A game adds its own rules to both.
 */
@NullMarked
package dev.triune.rule;

import org.jspecify.annotations.NullMarked;
