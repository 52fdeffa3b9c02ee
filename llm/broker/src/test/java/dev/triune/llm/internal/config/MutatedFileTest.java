/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.ConfigException;
import dev.triune.testsupport.Thorough;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Randomly damaged files are read or rejected with a ConfigException that shows no key. */
class MutatedFileTest {
    private static final int FILES_A_SEED = 500;
    private static final String PIECES =
            "\t\n {}[]()':\"#&*!|>%@`,?-~$\\0aZé\uD83D\uDE00\u0000\uE000\r.";

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.count(2, 8));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void damagedFileIsReadOrRejectedWithAConfigException(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < FILES_A_SEED; i++) {
            String yaml = damaged(random.nextBoolean() ? Samples.FULL : Samples.SHORT, random);
            try {
                assertThat(Samples.read(yaml).providers()).isNotEmpty();
            } catch (ConfigException e) {
                assertThat(String.valueOf(e.getMessage()).lines())
                        .as("seed %s, file %s:%n%s", seed, i, yaml)
                        .isNotEmpty()
                        .allMatch(line -> line.startsWith("llm.yaml:"));
                SecretsTest.assertHidesAllKeys(e);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + ", file " + i + ":\n" + yaml, e);
            }
        }
    }

    @Test
    void undamagedSamplesAreValid() {
        assertThat(Samples.read(Samples.FULL).providers()).hasSize(2);
        assertThat(Samples.read(Samples.SHORT).providers()).hasSize(4);
    }

    private static String damaged(String yaml, SplittableRandom random) {
        StringBuilder text = new StringBuilder(yaml);
        int times = random.nextInt(1, 6);
        for (int i = 0; i < times; i++) {
            damage(text, random);
        }
        return text.toString();
    }

    private static void damage(StringBuilder text, SplittableRandom random) {
        int from = random.nextInt(text.length());
        int to = Math.min(text.length(), from + random.nextInt(1, 30));
        String piece = text.substring(from, to);
        int letter = random.nextInt(PIECES.length());
        switch (random.nextInt(5)) {
            case 0 -> text.delete(from, to);
            case 1 -> text.insert(from, PIECES, letter, letter + 1);
            case 2 -> text.setCharAt(from, PIECES.charAt(letter));
            case 3 -> text.insert(random.nextInt(text.length()), piece);
            default -> text.insert(text.indexOf("\n", from) + 1, piece + "\n");
        }
        if (text.length() < 2) {
            text.append("a: b");
        }
    }
}
