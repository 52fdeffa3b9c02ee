/* SPDX-License-Identifier: Apache-2.0 */
/** What villagers are asked and which actions they may order; the offline mind that answers. */
@NullMarked
package dev.triune.village.mind;

import org.jspecify.annotations.NullMarked;
