/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CommandsTest {
    @Test
    void aFullQueueTakesNoMoreUntilTheGameTookSome() {
        Commands commands = new Commands();
        for (int i = 0; i < Commands.MOST; i++) {
            assertThat(commands.offer(new Command.Speed(i))).isTrue();
        }
        assertThat(commands.offer(new Command.StepOnce())).isFalse();
        assertThat(commands.poll()).isEqualTo(new Command.Speed(0));
        assertThat(commands.offer(new Command.StepOnce())).isTrue();
        assertThat(commands.offer(new Command.StepOnce())).isFalse();
        for (int i = 1; i < Commands.MOST; i++) {
            assertThat(commands.poll()).isEqualTo(new Command.Speed(i));
        }
        assertThat(commands.poll()).isEqualTo(new Command.StepOnce());
        assertThat(commands.poll()).isNull();
    }
}
