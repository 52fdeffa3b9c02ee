/* SPDX-License-Identifier: Apache-2.0 */
/** Villages, a gateway and a model that an unreliable network connects. */
@NullMarked
package dev.triune.village.chaos;

import org.jspecify.annotations.NullMarked;
