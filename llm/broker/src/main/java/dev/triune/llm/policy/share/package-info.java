/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How games that use the same keys share them: fair shares, credits, batches. State machines without a
 * clock or a thread of their own: the time is a parameter, one owner calls them.
 */
@NullMarked
package dev.triune.llm.policy.share;

import org.jspecify.annotations.NullMarked;
