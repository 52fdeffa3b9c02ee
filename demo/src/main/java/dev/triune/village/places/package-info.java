/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The map: places, resources, the storehouse, fires, buildings, day and night.
 */
@NullMarked
package dev.triune.village.places;

import org.jspecify.annotations.NullMarked;
