/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
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
 * The lines of any tape, without checksums, which are added here: a game that follows them replays
 * them the same each time, and the tape ends in one of the known ways. The same tape with a byte
 * changed or its end cut off replays the same or is a mismatch.
 */
class TapeFuzzTest {
    private static final Logger QUIET = Logger.getLogger("dev.triune.llm");
    private static final String MISMATCH = "(?s)tape\\.jsonl:\\d+: turn \\d+: .+";

    static {
        QUIET.setLevel(Level.OFF); // exceptions of the game's listeners are expected
    }

    /** The result of a replay: the game's events, and the mismatch if there was one. */
    private record Played(List<String> heard, String mismatch) {}

    @FuzzTest(maxDuration = "60s")
    void everyTapeReplaysTheSameOrIsAMismatch(byte[] lines) {
        play(lines, lines);

        byte[] tape = sealed(lines);
        Played played = play(tape, lines);
        assertThat(play(tape, lines)).as("second replay of the same tape").isEqualTo(played);

        CRC32 seed = new CRC32();
        seed.update(lines);
        Random random = new Random(seed.getValue());
        byte[] changed = tape.clone();
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        assertSameOrMismatch(play(changed, lines), played);
        assertSameOrMismatch(play(Arrays.copyOf(tape, random.nextInt(tape.length)), lines), played);
    }

    /** A change behind the point where the replay stopped has no effect. */
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
                heard.add(replay.stats().requests().outcomes().toString());
                return new Played(heard, "");
            } finally {
                heard.addAll(game.heard);
            }
        } catch (TapeMismatchException e) {
            assertThat(e).hasMessageMatching(MISMATCH);
            return new Played(heard, String.valueOf(e.getMessage()));
        } catch (IllegalStateException | IllegalArgumentException e) {
            heard.add(e.toString()); // recorded as thrown by the broker
            return new Played(heard, "");
        }
    }

    private static void followed(TapeFollower game, JsonNode line) {
        try {
            game.follow(line);
        } catch (TapeMismatchException e) {
            throw e;
        } catch (IllegalArgumentException | IllegalStateException | DateTimeException e) {
            // Not a call of a game, or an exception recorded as thrown by the broker.
            game.heard.add(e.toString());
        }
    }

    private static List<JsonNode> read(byte[] lines) {
        List<JsonNode> read = new ArrayList<>();
        for (String line : new String(lines, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            try {
                read.add(TapeLine.JSON.readTree(line));
            } catch (JacksonException e) {
                break; // the replay does not reach later lines either
            }
        }
        return read;
    }

    /** Replaces the closing brace of each line by its checksum. */
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
