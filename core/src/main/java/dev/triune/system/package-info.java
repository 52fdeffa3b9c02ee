/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The four Artemis systems of a mind, the {@link MindPlugin} that registers them, its modules, and
 * saves. A game that builds its world without plugins can register the systems itself.
 */
@NullMarked
package dev.triune.system;

import org.jspecify.annotations.NullMarked;
