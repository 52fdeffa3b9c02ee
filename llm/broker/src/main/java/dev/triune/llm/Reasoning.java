/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import java.util.Locale;

/**
 * How much a model may think before it answers. Each provider expresses it as its server expects;
 * a server that knows only on and off treats everything except {@link #OFF} as on.
 */
public enum Reasoning {
    /** Not at all, or as little as the model can. */
    OFF,
    /** A little. */
    LOW,
    /** Moderately. */
    MEDIUM,
    /** As much as the model wants. */
    HIGH;

    /** The name in configuration files: {@code off} and so on. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
