/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.AnswerPart;
import dev.triune.llm.Request.AnswerFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.async.ByteArrayFeeder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures decoding an answer of 2 kB: as it streams in, five characters at a time; by the same
 * reader in one piece; by Jackson as a tree, which is the cheapest way to parse the whole; and by
 * rescanning the whole text after every five characters, for parts or only for tokens.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class DecodeBenchmark {
    private static final int DELTA = 5;
    private static final int BYTES = 2073;
    private static final String ANSWER = """
            {"thinking": "The nights get colder and the stores are nearly empty. First wood, then \
            the roof of the shed; the others can see to the field. I should ask Mira for the axe \
            before I go, mine has a crack in the handle.",
            "action": [
              {"type": "talk", "to": "mira", "text": "May I borrow your axe until the evening?"},
              {"type": "walk", "to": {"x": 120.5, "y": 64, "z": -33.25}, "pace": "normal"},
              {"type": "take", "item": "axe", "from": "chest_12", "amount": 1},
              {"type": "walk", "to": {"x": 188, "y": 66, "z": -71}, "pace": "fast"},
              {"type": "gather", "target": "oak_log", "amount": 24, "radius": 16, "replant": true},
              {"type": "gather", "target": "birch_log", "amount": 8, "radius": 16, "replant": true},
              {"type": "craft", "item": "plank", "amount": 64, "using": ["oak_log", "birch_log"]},
              {"type": "walk", "to": {"x": 96.5, "y": 64, "z": -12}, "pace": "normal"},
              {"type": "build", "building": "shed_roof", "material": "plank", "blocks": 48, \
            "facing": "north", "scaffold": false},
              {"type": "store", "item": "plank", "to": "chest_3", "amount": 16, "note": null},
              {"type": "give", "item": "axe", "to": "mira", "amount": 1},
              {"type": "repair", "item": "fence", "at": [[90, 64, -10], [91, 64, -10], \
            [92, 64, -10]], "using": "oak_log"},
              {"type": "rest", "place": "campfire", "minutes": 30, "until": "dusk"},
              {"type": "feed", "animal": "goat", "count": 7, "with": ["hay", "turnip"], \
            "from": "barn_2"},
              {"type": "walk", "to": {"x": 12, "y": 64.5, "z": 3}, "pace": "slow"},
              {"type": "talk", "to": "tom", "text": "The goats are in, and the gate is shut."}
            ],
            "speaking": "Good morning, everyone! I am off to the oaks behind the mill to fetch wood \
            for the shed. If the roof is tight before the rain comes, we can move the grain in \
            tonight. Could somebody keep an eye on the goats, please? They were at the beans \
            again yesterday, and Tom will not be so \\"forgiving\\" a second time.",
            "goal": {"type": "personal", "description": "Have the shed dry and the grain inside it \
            before the first frost, with enough wood left to heat the long house for a week."}}
            """;

    private final JsonMapper mapper = JsonMapper.builder().build();
    private final List<String> deltas = new ArrayList<>();

    /** Splits the answer. */
    @Setup
    public void cut() {
        if (ANSWER.getBytes(StandardCharsets.UTF_8).length != BYTES) {
            throw new IllegalStateException("the answer has another length than it is said to");
        }
        for (int from = 0; from < ANSWER.length(); from += DELTA) {
            deltas.add(ANSWER.substring(from, Math.min(ANSWER.length(), from + DELTA)));
        }
    }

    /** Decodes the parts as the text streams in. */
    @Benchmark
    public void deltas(Blackhole parts) {
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
        Consumer<AnswerPart> out = parts::consume;
        for (String delta : deltas) {
            reader.feed(delta, out);
        }
        reader.end(out);
    }

    /** Decodes the parts from one piece. */
    @Benchmark
    public void whole(Blackhole parts) {
        AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
        reader.feed(ANSWER, parts::consume);
        reader.end(parts::consume);
    }

    /** Parses the whole text as a tree. */
    @Benchmark
    public JsonNode tree() {
        return mapper.readTree(ANSWER);
    }

    /** Decodes the whole text so far after each delta, with a new reader of the same kind. */
    @Benchmark
    public void rescanning(Blackhole parts) {
        StringBuilder text = new StringBuilder();
        for (String delta : deltas) {
            text.append(delta);
            AnswerReader reader = AnswerReader.of(AnswerFormat.PLAN);
            reader.feed(text.toString(), parts::consume);
        }
    }

    /** Scans only the tokens of the text so far after each delta. */
    @Benchmark
    public void retokenizing(Blackhole values) {
        byte[] text = new byte[BYTES];
        int length = 0;
        for (String delta : deltas) {
            byte[] bytes = delta.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, text, length, bytes.length);
            length += bytes.length;
            scan(text, length, values);
        }
    }

    /**
     * Scans a text that may be cut anywhere, up to the last complete token. Uses the non-blocking
     * parser, which reports missing input; others would throw, and the stack trace would cost more
     * than scanning a short text.
     */
    private void scan(byte[] text, int length, Blackhole values) {
        try (JsonParser parser = mapper.createNonBlockingByteArrayParser()) {
            ByteArrayFeeder input = (ByteArrayFeeder) parser.nonBlockingInputFeeder();
            input.feedInput(text, 0, length);
            JsonToken token = parser.nextToken();
            while (token != null && token != JsonToken.NOT_AVAILABLE) {
                values.consume(parser.getString());
                token = parser.nextToken();
            }
        }
    }
}
