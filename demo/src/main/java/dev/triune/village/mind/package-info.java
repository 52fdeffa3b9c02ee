/* SPDX-License-Identifier: Apache-2.0 */
/** The prompts and actions of villagers, and the offline mind that answers. */
@NullMarked
package dev.triune.village.mind;

import org.jspecify.annotations.NullMarked;
