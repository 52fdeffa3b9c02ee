/* SPDX-License-Identifier: Apache-2.0 */
/** The villagers: their components and the systems that update them. */
@NullMarked
package dev.triune.village.people;

import org.jspecify.annotations.NullMarked;
