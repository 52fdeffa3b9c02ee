/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests of saves.
 */
@NullMarked
package dev.triune.internal.save;

import org.jspecify.annotations.NullMarked;
