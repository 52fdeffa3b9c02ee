/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CommandQueueTest {
    @Test
    void fullQueueRejectsCommandsUntilPolled() {
        CommandQueue commandQueue = new CommandQueue();
        for (int i = 0; i < CommandQueue.CAPACITY; i++) {
            assertThat(commandQueue.offer(new ViewCommand.Speed(i))).isTrue();
        }
        assertThat(commandQueue.offer(new ViewCommand.StepOnce())).isFalse();
        assertThat(commandQueue.poll()).isEqualTo(new ViewCommand.Speed(0));
        assertThat(commandQueue.offer(new ViewCommand.StepOnce())).isTrue();
        assertThat(commandQueue.offer(new ViewCommand.StepOnce())).isFalse();
        for (int i = 1; i < CommandQueue.CAPACITY; i++) {
            assertThat(commandQueue.poll()).isEqualTo(new ViewCommand.Speed(i));
        }
        assertThat(commandQueue.poll()).isEqualTo(new ViewCommand.StepOnce());
        assertThat(commandQueue.poll()).isNull();
    }
}
