/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Evaluates reflexes for all agents in each tick, without a model call and without allocation.
 */
@NullMarked
package dev.triune.internal.reflex;

import org.jspecify.annotations.NullMarked;
