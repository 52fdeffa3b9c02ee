/* SPDX-License-Identifier: Apache-2.0 */
/** The map: places, resources, the storehouse, buildings, weather, the wolf, day and night. */
@NullMarked
package dev.triune.village.world;

import org.jspecify.annotations.NullMarked;
