/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SplitMix64RandomTest {
    @Test
    void matchesSplittableRandom() {
        for (long seed = -20; seed < 20; seed++) {
            SplittableRandom other = new SplittableRandom(seed);
            SplitMix64Random splitMix64Random = new SplitMix64Random(seed);
            for (int i = 0; i < 100; i++) {
                assertThat(splitMix64Random.nextLong())
                        .as("seed %d", seed)
                        .isEqualTo(other.nextLong());
                assertThat(splitMix64Random.nextInt())
                        .as("seed %d", seed)
                        .isEqualTo(other.nextInt());
                assertThat(splitMix64Random.nextFloat(0.7f, 1)).isEqualTo(other.nextFloat(0.7f, 1));
                assertThat(splitMix64Random.nextFloat()).isEqualTo(other.nextFloat());
            }
        }
    }

    @Test
    void continuesFromItsState() {
        SplitMix64Random splitMix64Random = new SplitMix64Random(3);
        splitMix64Random.nextInt();
        SplitMix64Random other = new SplitMix64Random(4);
        other.resume(splitMix64Random.state());
        assertThat(other.nextLong()).isEqualTo(splitMix64Random.nextLong());
    }
}
