/* SPDX-License-Identifier: Apache-2.0 */
/** Villages, a gateway and a model with a network between them that does its worst. */
@NullMarked
package dev.triune.village.chaos;

import org.jspecify.annotations.NullMarked;
