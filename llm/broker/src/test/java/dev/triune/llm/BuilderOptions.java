/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.broker.BrokerOptions;

/** Gives tests of other packages access to the settings of a builder. */
public final class BuilderOptions {
    private BuilderOptions() {}

    public static BrokerOptions of(BrokerBuilder builder) {
        return builder.options();
    }
}
