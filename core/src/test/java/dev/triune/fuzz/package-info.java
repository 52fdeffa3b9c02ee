/* SPDX-License-Identifier: Apache-2.0 */
/** Answers that no sane model would write, by the hundred thousand. */
@NullMarked
package dev.triune.fuzz;

import org.jspecify.annotations.NullMarked;
