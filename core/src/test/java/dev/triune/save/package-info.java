/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tests of saves.
 */
@NullMarked
package dev.triune.save;

import org.jspecify.annotations.NullMarked;
