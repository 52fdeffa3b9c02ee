/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stories that can happen in the village. Each observes the world and reports whether it succeeded;
 * staged ones also change the world.
 */
@NullMarked
package dev.triune.village.story;

import org.jspecify.annotations.NullMarked;
