/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.system.MindPlugin;
import java.util.function.IntConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Game code may remove components in every callback of minds and conversations. */
class LostComponentMatrixTest extends LostComponentMatrix {
    @ParameterizedTest
    @MethodSource("callbacks")
    void worldGoesOnWhateverAnAgentLosesInACallback(String callback) {
        check(callback);
    }

    @Override
    protected void add(MindPlugin minds, String callback, IntConsumer action) {
        // conversations alone
    }
}
