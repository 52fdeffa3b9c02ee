/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What calls cost, and how many tokens a quota still allows. Values and pure functions.
 */
@NullMarked
package dev.triune.llm.policy.quota;

import org.jspecify.annotations.NullMarked;
