/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import dev.triune.llm.internal.broker.BrokerOptions;

/** Shows tests of other packages what a builder was told. */
public final class BuilderOptions {
    private BuilderOptions() {}

    public static BrokerOptions of(BrokerBuilder builder) {
        return builder.options();
    }
}
