/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.tape;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.triune.llm.internal.tape.TapeLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The lines of any tape, without their sums, which are added here: a game that follows them plays
 * them the same each time, and the tape ends in one of the known ways. Of the same tape with a byte
 * changed or with its end cut off nothing else comes but a mismatch.
 */
class TapeFuzzTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm");
    private static final String MISMATCH = "(?s)tape\\.jsonl:\\d+: turn \\d+: .+";

    static {
        QUIET.setLevel(Level.OFF); // of what a tape makes the game's listeners throw
    }

    /** What came of a replay: what the game heard, and the mismatch, if there was one. */
    private record Played(List<String> heard, String mismatch) {}

    @FuzzTest(maxDuration = "60s")
    void anyTapeIsPlayedTheSameOrIsAMismatch(byte[] lines) {
        play(lines, lines);

        byte[] tape = sealed(lines);
        Played played = play(tape, lines);
        assertThat(play(tape, lines)).as("the same tape again").isEqualTo(played);

        CRC32 seed = new CRC32();
        seed.update(lines);
        Random random = new Random(seed.getValue());
        byte[] changed = tape.clone();
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        assertSameOrMismatch(play(changed, lines), played);
        assertSameOrMismatch(play(Arrays.copyOf(tape, random.nextInt(tape.length)), lines), played);
    }

    /** What was not read to its end may be as it is. */
    private static void assertSameOrMismatch(Played changed, Played whole) {
        if (changed.mismatch().isEmpty() || changed.mismatch().equals(whole.mismatch())) {
            assertThat(changed).isEqualTo(whole);
        }
    }

    private static Played play(byte[] tape, byte[] lines) {
        List<String> heard = new ArrayList<>();
        try (TapeReplay replay =
                TapeReplay.of("tape.jsonl", new ByteArrayInputStream(tape), new EventLog(heard))) {
            TapeFollower game = new TapeFollower(replay);
            try {
                for (JsonNode line : read(lines)) {
                    followed(game, line);
                }
                heard.add(replay.stats().outcomes().toString());
                return new Played(heard, "");
            } finally {
                heard.addAll(game.heard);
            }
        } catch (TapeMismatchException e) {
            assertThat(e).hasMessageMatching(MISMATCH);
            return new Played(heard, String.valueOf(e.getMessage()));
        } catch (IllegalStateException | IllegalArgumentException e) {
            heard.add(e.toString()); // the tape says that the broker threw it
            return new Played(heard, "");
        }
    }

    private static void followed(TapeFollower game, JsonNode line) {
        try {
            game.follow(line);
        } catch (TapeMismatchException e) {
            throw e;
        } catch (IllegalArgumentException | IllegalStateException | DateTimeException e) {
            // The line is no call of a game, or the tape says that the broker threw it.
            game.heard.add(e.toString());
        }
    }

    private static List<JsonNode> read(byte[] lines) {
        List<JsonNode> read = new ArrayList<>();
        for (String line : new String(lines, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            try {
                read.add(TapeLine.JSON.readTree(line));
            } catch (JacksonException e) {
                break; // what follows is not reached by the replay either
            }
        }
        return read;
    }

    /** A line ends with its brace, in whose place the sum comes. */
    private static byte[] sealed(byte[] lines) {
        CRC32 sum = new CRC32();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String line : new String(lines, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            int end = line.endsWith("}") ? line.length() - 1 : line.length();
            byte[] open = line.substring(0, end).getBytes(StandardCharsets.ISO_8859_1);
            sum.update(open);
            out.writeBytes(open);
            out.writeBytes(TapeLine.seal(sum.getValue()).getBytes(StandardCharsets.US_ASCII));
            out.write('\n');
        }
        return out.toByteArray();
    }
}
