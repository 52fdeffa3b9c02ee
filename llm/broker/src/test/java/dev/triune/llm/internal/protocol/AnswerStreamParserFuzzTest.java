/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.provider.ApiFamily;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Corrupted answers always end in some result, never in an exception. */
final class AnswerStreamParserFuzzTest {
    private static final int MUTATIONS = 5_000;
    private static final long SEED = 20_260_101;

    @Test
    void corruptedAnswerEndsTheSameInEverySplit() {
        List<StreamFixture> answers = StreamCorpus.all();
        for (int i = 0; i < MUTATIONS; i++) {
            Random random = new Random(SEED + i);
            StreamFixture answer = answers.get(random.nextInt(answers.size()));
            byte[] bytes = mutated(answer.bytes(), random);
            String which = "seed " + (SEED + i) + ", " + answer;
            ParsedAnswer whole = read(answer.apiFamily(), bytes, which);
            assertThat(whole.streamEnd()).as(which).isNotNull();
            assertThat(ParsedAnswer.atRandom(answer.apiFamily(), bytes, random))
                    .as(which)
                    .isEqualTo(whole);
            assertThat(ParsedAnswer.inPieces(answer.apiFamily(), bytes, 1))
                    .as(which)
                    .isEqualTo(whole);
        }
    }

    @Test
    void randomBytesNeverEndAsACompleteAnswer() {
        for (int i = 0; i < MUTATIONS; i++) {
            Random random = new Random(SEED + i);
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            for (ApiFamily apiFamily : ApiFamily.values()) {
                String which = "seed " + (SEED + i) + ", " + apiFamily;
                assertThat(read(apiFamily, bytes, which).streamEnd())
                        .as(which)
                        .isNotInstanceOf(StreamEnd.Complete.class);
            }
        }
    }

    private static ParsedAnswer read(ApiFamily apiFamily, byte[] bytes, String which) {
        try {
            return ParsedAnswer.whole(apiFamily, bytes);
        } catch (RuntimeException e) {
            throw new AssertionError(which, e);
        }
    }

    /** Flips, removes or doubles one to four bytes. */
    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] now = bytes;
        for (int left = 1 + random.nextInt(4); left > 0 && now.length > 0; left--) {
            int at = random.nextInt(now.length);
            now = switch (random.nextInt(3)) {
                case 0 -> flipped(now, at, random.nextInt(8));
                case 1 -> spliced(now, at, at + 1);
                default -> spliced(now, at + 1, at);
            };
        }
        return now;
    }

    private static byte[] flipped(byte[] bytes, int at, int bit) {
        byte[] copy = bytes.clone();
        copy[at] ^= (byte) (1 << bit);
        return copy;
    }

    /** The bytes before one index, followed by those from another index. */
    private static byte[] spliced(byte[] bytes, int to, int from) {
        byte[] joined = Arrays.copyOf(bytes, to + bytes.length - from);
        System.arraycopy(bytes, from, joined, to, bytes.length - from);
        return joined;
    }
}
