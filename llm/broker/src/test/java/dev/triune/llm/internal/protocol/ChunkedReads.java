/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.llm.internal.protocol.EventSplitter.EventTooLargeException;
import dev.triune.llm.provider.ApiFamily;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.zip.CRC32;

/**
 * Reads the same bytes whole, in pieces of 1, 3 and 100 bytes and at random cuts, seeded by the
 * bytes themselves, and checks that the results are equal.
 */
final class ChunkedReads {
    /** Small, so that short streams reach it. */
    private static final int FEW_BYTES = 64;

    private ChunkedReads() {}

    /** Whatever reads bytes that come in pieces of those sizes, and tells what it has read. */
    private static <R> R alike(byte[] bytes, Function<IntSupplier, R> reader) {
        R whole = reader.apply(() -> bytes.length);
        for (int size : List.of(1, 3, 100)) {
            assertThat(reader.apply(() -> size)).as("pieces of %d", size).isEqualTo(whole);
        }
        CRC32 seed = new CRC32();
        seed.update(bytes);
        Random random = new Random(seed.getValue());
        assertThat(reader.apply(() -> random.nextInt(40)))
                .as("random pieces, seed %d", seed.getValue())
                .isEqualTo(whole);
        return whole;
    }

    /** What an answer's bytes are read as. */
    static ParsedAnswer answer(ApiFamily apiFamily, byte[] bytes) {
        return alike(bytes, sizes -> ParsedAnswer.inPieces(apiFamily, bytes, sizes));
    }

    /** The events that a splitter makes of them, and at the end whether one was too large. */
    static List<String> events(SplitterRuns.Maker maker, byte[] bytes) {
        return alike(bytes, sizes -> {
            List<String> events = new ArrayList<>();
            EventSplitter eventSplitter = maker.make(FEW_BYTES, (name, data, from, to) -> {
                assertThat(to - from).as("bytes of an event").isLessThanOrEqualTo(FEW_BYTES);
                String text = new String(data, from, to - from, StandardCharsets.ISO_8859_1);
                events.add(name + "|" + text);
            });
            try {
                for (int at = 0, size; at < bytes.length; at += size) {
                    size = Math.min(sizes.getAsInt(), bytes.length - at);
                    byte[] lent = Arrays.copyOfRange(bytes, at, at + size);
                    eventSplitter.feed(lent, 0, size);
                    Arrays.fill(lent, (byte) '!');
                }
                eventSplitter.end();
            } catch (EventTooLargeException e) {
                events.add(e.describe());
            }
            return events;
        });
    }

    /** The events of a gateway in them, and at the end what was wrong with them, if anything. */
    static List<Object> ofGateway(byte[] bytes) {
        return alike(bytes, sizes -> {
            List<Object> events = new ArrayList<>();
            GatewayStreamParser stream = new GatewayStreamParser(Long.MAX_VALUE, events::add);
            boolean readable = true;
            for (int at = 0, size; at < bytes.length && readable; at += size) {
                size = Math.min(sizes.getAsInt(), bytes.length - at);
                byte[] lent = Arrays.copyOfRange(bytes, at, at + size);
                readable = stream.feed(lent, 0, size).isEmpty();
                Arrays.fill(lent, (byte) '!');
            }
            stream.end();
            events.add(stream.feed(new byte[0], 0, 0));
            return events;
        });
    }
}
