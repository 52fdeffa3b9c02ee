/* SPDX-License-Identifier: Apache-2.0 */
/** Decisions as pure code: values and the time go in, a value comes out. No threads, no clock. */
@NullMarked
package dev.triune.llm.policy;

import org.jspecify.annotations.NullMarked;
