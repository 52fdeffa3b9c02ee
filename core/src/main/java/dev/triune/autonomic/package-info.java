/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The first layer: survival reflexes by rules, with no model call and no allocation.
 */
@NullMarked
package dev.triune.autonomic;

import org.jspecify.annotations.NullMarked;
