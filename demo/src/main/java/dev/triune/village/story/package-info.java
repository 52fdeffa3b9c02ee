/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The stories of the village: each looks on, changes nothing, and tells in the end whether it came
 * about.
 */
@NullMarked
package dev.triune.village.story;

import org.jspecify.annotations.NullMarked;
