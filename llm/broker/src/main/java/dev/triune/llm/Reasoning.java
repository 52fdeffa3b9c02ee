/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Locale;

/** The amount of reasoning; where there is only on or off, all but {@link #OFF} mean on. */
public enum Reasoning {
    /** Not at all, or as little as the model can. */
    OFF,
    /** A little. */
    LOW,
    /** Moderately. */
    MEDIUM,
    /** As much as the model wants. */
    HIGH;

    /** Returns the name in configuration files: {@code off} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
