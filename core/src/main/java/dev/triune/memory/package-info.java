/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What of an agent's memory comes to its mind when it is asked.
 */
@NullMarked
package dev.triune.memory;

import org.jspecify.annotations.NullMarked;
