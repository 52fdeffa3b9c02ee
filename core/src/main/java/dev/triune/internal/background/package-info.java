/* SPDX-License-Identifier: Apache-2.0 */
/** Makes short calls in the background. */
@NullMarked
package dev.triune.internal.background;

import org.jspecify.annotations.NullMarked;
