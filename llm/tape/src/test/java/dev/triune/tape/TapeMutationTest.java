/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** A modified tape is never replayed as a different run. */
class TapeMutationTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm");
    private static final int MUTATIONS = Thorough.count(300, 3_000);
    private static final int FORGERIES = Thorough.count(100, 1_000);
    private static final int TICKS = 60;
    private static final int TAPES = 10;

    static {
        QUIET.setLevel(Level.OFF);
    }

    @Test
    void everyMutationIsDetectedOrHasNoEffect() {
        List<RecordedRun> recordedRuns = new ArrayList<>();
        for (long seed = 0; seed < TAPES; seed++) {
            recordedRuns.add(RecordedRun.of(seed, TICKS));
        }
        int found = 0;
        for (long seed = 0; seed < MUTATIONS; seed++) {
            found += isFound(recordedRuns.get((int) (seed % TAPES)), seed) ? 1 : 0;
        }
        assertThat(found).as("detected mutations").isGreaterThan(MUTATIONS * 9 / 10);
    }

    private static boolean isFound(RecordedRun recordedRun, long seed) {
        byte[] mutated = mutate(recordedRun.tape(), new Random(seed));
        try {
            TapedGame game = RecordedRun.replay(recordedRun.seed(), mutated, TICKS);
            assertThat(game.fingerprints)
                    .as("mutation %d", seed)
                    .isEqualTo(recordedRun.fingerprints());
            return false;
        } catch (TapeMismatchException e) {
            assertThat(e)
                    .as("mutation %d", seed)
                    .hasMessageMatching("(?s)tape.jsonl:\\d+: turn \\d+: .+");
            return true;
        }
    }

    private static byte[] mutate(byte[] tape, Random random) {
        if (random.nextInt(3) == 0) {
            byte[] changed = tape.clone();
            int at = random.nextInt(changed.length);
            changed[at] = (byte) (changed[at] ^ (1 + random.nextInt(255)));
            return changed;
        }
        List<String> lines = new ArrayList<>(
                new String(tape, StandardCharsets.US_ASCII).lines().toList());
        int at = random.nextInt(lines.size());
        int other = random.nextInt(lines.size());
        switch (random.nextInt(5)) {
            case 0 -> lines.remove(at);
            case 1 -> Collections.swap(lines, at, other);
            case 2 -> lines.add(other, lines.get(at));
            case 3 -> lines.set(at, digitChanged(lines.get(at), random));
            default -> lines.subList(at, lines.size()).clear();
        }
        return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static String digitChanged(String line, Random random) {
        int at = random.nextInt(line.length());
        return line.substring(0, at) + random.nextInt(10) + line.substring(at + 1);
    }

    /** A forged tape with valid checksums: the replay always ends in a known way. */
    @Test
    void forgedLinesNeverBreakTheReplayer() {
        RecordedRun recordedRun = RecordedRun.of(1, TICKS);
        int found = 0;
        for (long seed = 0; seed < FORGERIES; seed++) {
            byte[] forged = sealed(mutate(recordedRun.tape(), new Random(seed)));
            try {
                RecordedRun.replay(recordedRun.seed(), forged, TICKS);
            } catch (TapeMismatchException | IllegalStateException | IllegalArgumentException e) {
                found++; // the last two are recorded as thrown by the broker
            }
        }
        assertThat(found).isGreaterThan(FORGERIES / 2);
    }

    private static byte[] sealed(byte[] tape) {
        CRC32 sum = new CRC32();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String line : new String(tape, StandardCharsets.ISO_8859_1).lines().toList()) {
            int end = Math.max(0, line.length() - TapeLine.SUM_LENGTH);
            byte[] bytes = line.substring(0, end).getBytes(StandardCharsets.ISO_8859_1);
            sum.update(bytes);
            out.writeBytes(bytes);
            out.writeBytes(TapeLine.seal(sum.getValue()).getBytes(StandardCharsets.US_ASCII));
            out.write('\n');
        }
        return out.toByteArray();
    }
}
