/* SPDX-License-Identifier: Apache-2.0 */
/** Plans that succeeded and are used again without a model: what they are, and their settings. */
@NullMarked
package dev.triune.habits;

import org.jspecify.annotations.NullMarked;
