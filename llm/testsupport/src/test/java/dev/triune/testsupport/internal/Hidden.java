/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport.internal;

import dev.triune.testsupport.Offender;
import org.jspecify.annotations.Nullable;

/** An internal type that signatures outside must not contain. */
public final class Hidden {
    @Nullable
    Offender back;
}
