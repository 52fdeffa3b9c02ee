/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Which provider a request goes to, first and after a refusal. Pure functions and tables.
 */
@NullMarked
package dev.triune.llm.policy.route;

import org.jspecify.annotations.NullMarked;
