/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Pure functions on text: bounding, normalizing and fuzzy matching of names. Depends on nothing.
 */
@NullMarked
package dev.triune.internal.text;

import org.jspecify.annotations.NullMarked;
