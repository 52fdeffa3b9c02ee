/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class DiceTest {
    @Test
    void theyRollWhatSplittableRandomDoes() {
        for (long seed = -20; seed < 20; seed++) {
            SplittableRandom other = new SplittableRandom(seed);
            Dice dice = new Dice(seed);
            for (int i = 0; i < 100; i++) {
                assertThat(dice.nextLong()).as("seed %d", seed).isEqualTo(other.nextLong());
                assertThat(dice.nextInt()).as("seed %d", seed).isEqualTo(other.nextInt());
                assertThat(dice.nextFloat(0.7f, 1)).isEqualTo(other.nextFloat(0.7f, 1));
                assertThat(dice.nextFloat()).isEqualTo(other.nextFloat());
            }
        }
    }

    @Test
    void theyGoOnFromTheirState() {
        Dice dice = new Dice(3);
        dice.nextInt();
        Dice other = new Dice(4);
        other.resume(dice.state());
        assertThat(other.nextLong()).isEqualTo(dice.nextLong());
    }
}
