/* SPDX-License-Identifier: Apache-2.0 */
/** Tapes of villages: their settings, marks and replay. */
@NullMarked
package dev.triune.village.lab.tape;

import org.jspecify.annotations.NullMarked;
