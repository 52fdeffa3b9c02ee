/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Minds saved and loaded, by whatever serializer the game gives to Artemis.
 */
@NullMarked
package dev.triune.save;

import org.jspecify.annotations.NullMarked;
