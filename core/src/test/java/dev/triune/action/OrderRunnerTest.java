/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderRunnerTest {
    private final List<String> withdrawn = new ArrayList<>();
    private final ActionRunner<String> runner = ActionRunner.ofOrders(
            (agent, action) -> {
                if (action.isEmpty()) {
                    throw new IllegalArgumentException("nothing to do");
                }
                return action;
            },
            (agent, order) -> {},
            order -> Progress.RUNNING,
            (agent, order) -> withdrawn.add(agent + " " + order));

    @Test
    void withdrawsTheOrderOnce() {
        runner.start(99, "dig");
        runner.stop(99, "dig");
        runner.stop(99, "dig");
        assertThat(withdrawn).containsExactly("99 dig");
    }

    @Test
    void withdrawsNothingIfNoOrderCouldBeCreated() {
        assertThatThrownBy(() -> runner.start(99, "")).hasMessage("nothing to do");
        runner.stop(99, "");
        assertThat(withdrawn).isEmpty();
    }
}
