/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.triune.fixture.LogLines;
import dev.triune.llm.Broker.BrokerHaltedException;
import org.junit.jupiter.api.Test;

class GameFaultsTest {
    private final GameFaults faults = new GameFaults(GameFaultsTest.class);

    @Test
    void theFirstFaultOfAClassInARoleIsLogged() {
        try (LogLines log = new LogLines(GameFaultsTest.class.getName())) {
            for (int agent = 3; agent < 6; agent++) {
                faults.report("rule", this, agent, new IllegalStateException("broken"));
            }
            assertThat(log.texts())
                    .containsExactly("rule " + GameFaultsTest.class.getName()
                            + " threw an exception at entity 3; its further faults are not logged");
        }
    }

    @Test
    void haltOfTheBrokerEndsTheRunWithoutALogLine() {
        BrokerHaltedException halt = new BrokerHaltedException("the tape is over") {};
        try (LogLines log = new LogLines(GameFaultsTest.class.getName())) {
            assertThatThrownBy(() -> faults.report("rule", this, 3, halt)).isSameAs(halt);
            assertThat(log.everything()).isEmpty();
        }
    }
}
