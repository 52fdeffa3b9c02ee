/* SPDX-License-Identifier: Apache-2.0 */
/** Actions that villagers carry out, whether a plan or a reflex orders them. */
@NullMarked
package dev.triune.village.action;

import org.jspecify.annotations.NullMarked;
