/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The four Artemis systems of a mind. {@link dev.triune.MindPlugin} registers them; a game that
 * builds its world without plugins can register them itself.
 */
@NullMarked
package dev.triune.system;

import org.jspecify.annotations.NullMarked;
