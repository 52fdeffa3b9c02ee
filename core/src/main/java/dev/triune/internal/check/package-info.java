/* SPDX-License-Identifier: Apache-2.0 */
/** Checks the values of settings. */
@NullMarked
package dev.triune.internal.check;

import org.jspecify.annotations.NullMarked;
