/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stories that can happen in the village. Each observes the world, changes nothing, and reports at the end
 * whether it came about.
 */
@NullMarked
package dev.triune.village.story;

import org.jspecify.annotations.NullMarked;
