/* SPDX-License-Identifier: Apache-2.0 */
/** The actions of villagers, for steps of plans and for reflexes. */
@NullMarked
package dev.triune.village.action;

import org.jspecify.annotations.NullMarked;
