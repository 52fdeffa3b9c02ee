/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.triune.llm.AnswerPart;
import dev.triune.llm.Outcome;
import dev.triune.llm.Outcome.FinishReason;
import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import dev.triune.llm.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of a tape: a JSON object in ASCII, which even preserves half a surrogate pair. It starts
 * with its turn and event and ends with a checksum of itself and all lines before, which detects
 * changed, lost and moved lines. Recorder and replay create the same lines.
 *
 * <p>Records are written as their components, durations as in ISO 8601. Unknown members are
 * ignored; missing numbers of older tapes are 0 and booleans false, other errors throw a {@link
 * RuntimeException}.
 *
 * @param body the members, without the checksum; with the turn only if it was read
 */
record TapeLine(ObjectNode body) {
    static final int VERSION = 1;
    static final String HEADER = "tape";
    static final String END = "end";
    static final String SUBMIT = "submit";
    static final String TURN = "turn";
    static final String CLOSE = "close";
    static final String CANCEL = "cancel";
    static final String DEFER = "defer";
    static final String HEARTBEAT = "heartbeat";
    static final String QUOTA = "quota";
    static final String ENABLE_QUOTA = "enableQuota";
    static final String DISABLE_QUOTA = "disableQuota";
    static final String COOLDOWN = "cooldown";
    static final String COOLING = "cooling";
    static final String SNAPSHOT = "snapshot";
    static final String RENDER = "render";
    static final String RENDERED = "rendered";
    static final String STARTED = "started";
    static final String PART = "part";
    static final String ENDED = "ended";
    static final String RETURNED = "returned";
    static final String THREW = "threw";
    static final String MARK = "mark";

    /** The maximum bytes of a line: an answer in one part, six bytes per character, and more. */
    static final int MAX_LENGTH = 32 << 20;

    static final int SUM_LENGTH = seal(0).length();
    private static final int SUM_DIGITS = 8;

    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNameLength(MAX_LENGTH)
                            .maxStringLength(MAX_LENGTH)
                            .build())
                    .build())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(
                    EnumFeature.WRITE_ENUMS_USING_TO_STRING, EnumFeature.READ_ENUMS_USING_TO_STRING)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .addMixIn(Outcome.class, ByKind.class)
            .addMixIn(Usage.class, AsArray.class)
            .registerSubtypes(kinds())
            .build();

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    private interface ByKind {}

    /** Keeps the order of older tapes; new counts are appended. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"input", "cacheRead", "cacheWrite", "output", "estimated"})
    private interface AsArray {}

    /** Returns the outcomes by the names of their kinds. */
    private static NamedType[] kinds() {
        return Arrays.stream(Outcome.class.getDeclaredClasses())
                .filter(type -> type.isRecord())
                .map(type -> new NamedType(type, type.getSimpleName().toUpperCase(Locale.ROOT)))
                .toArray(NamedType[]::new);
    }

    static TapeLine of(String event) {
        return new TapeLine(JSON.createObjectNode().put("event", event));
    }

    TapeLine with(String name, Object value) {
        body.putPOJO(name, value instanceof AnswerPart part ? AnswerPartJson.write(part) : value);
        return this;
    }

    // ---- what both the recorder and the replay write

    /** Creates the line of a submitted request and its number, without its prompt and endpoint. */
    static TapeLine submit(long number, Request<?> request) {
        return of(SUBMIT)
                .with("request", number)
                .with("agent", request.agent())
                .with("session", request.tenant())
                .with("layer", request.layer())
                .with("model", request.model())
                .with("format", request.format())
                .with("priority", request.priority().level())
                .with("maxTokens", request.maxTokens());
    }

    static TapeLine cancel(Ticket ticket) {
        return of(CANCEL).with("ticket", ticket.number());
    }

    static TapeLine defer(String session, String agent, Duration time) {
        return ofSession(DEFER, session).with("agent", agent).with("time", time);
    }

    /** Creates the line of a call about a session: a heartbeat, or a query or end of its quota. */
    static TapeLine ofSession(String event, String session) {
        return of(event).with("session", session);
    }

    /** Creates the line of a cooldown query, without prompt and endpoint. */
    static TapeLine cooldown(Request<?> request) {
        return ofSession(COOLDOWN, request.tenant()).with("model", request.model());
    }

    static TapeLine quota(String event, QuotaSnapshot quota) {
        TokenPrices prices = quota.prices();
        return of(event)
                .with("session", quota.tenant())
                .with("remaining", quota.remaining().toString())
                .with("input", prices.input().toString())
                .with("cached", prices.cached().toString())
                .with("cacheWrite", prices.cacheWrite().toString())
                .with("output", prices.output().toString())
                .with("window", quota.window());
    }

    static TapeLine mark(String words) {
        return of(MARK).with("words", words);
    }

    /** Creates the line of a rendered prompt, with a digest only; null if it was withdrawn. */
    static TapeLine rendered(long request, @Nullable Prompt prompt) {
        String digest = prompt == null ? "withdrawn" : prompt.digest();
        return of(RENDERED).with("request", request).with("digest", digest);
    }

    static TapeLine rendered(long request, Throwable thrown) {
        return of(RENDERED)
                .with("request", request)
                .with("threw", thrown.getClass().getName());
    }

    // ---- what was read

    long turn() {
        return field("turn").longValue();
    }

    String event() {
        return text("event");
    }

    boolean is(String event) {
        return event().equals(event);
    }

    JsonNode field(String name) {
        return body.required(name);
    }

    String text(String name) {
        return field(name).stringValue();
    }

    long number(String name) {
        return field(name).longValue();
    }

    int count(String name) {
        return field(name).intValue();
    }

    Duration duration(String name) {
        return Duration.parse(text(name));
    }

    Ticket ticket() {
        return new Ticket(number("ticket"));
    }

    <R> R value(String name, Class<R> type) {
        return JSON.treeToValue(field(name), type);
    }

    /** Reads an outcome; older tapes lack the finish reason and the usage of failures. */
    Outcome outcome() {
        ObjectNode json = (ObjectNode) field("outcome");
        json.putIfAbsent("finishReason", JSON.valueToTree(FinishReason.STOP));
        json.putIfAbsent("usage", JSON.valueToTree(Usage.NONE));
        return value("outcome", Outcome.class);
    }

    QuotaSnapshot quota() {
        String cacheWrite = body.has("cacheWrite") ? "cacheWrite" : "input"; // new in later tapes
        TokenPrices prices =
                TokenPrices.of(text("input"), text("cached"), text(cacheWrite), text("output"));
        return new QuotaSnapshot(
                text("session"), new BigDecimal(text("remaining")), prices, text("window"));
    }

    /** Describes it, as in {@code submit of agent mira, priority 7}, with the turn if not now. */
    String describe(long now) {
        StringBuilder words = new StringBuilder(event());
        String before = " of ";
        for (var field : body.properties()) {
            if (!field.getKey().equals("turn") && !field.getKey().equals("event")) {
                JsonNode value = field.getValue();
                String shown = value.isString() ? value.stringValue() : value.toString();
                words.append(before).append(field.getKey()).append(' ');
                words.append(shown.isEmpty() ? "none" : shown);
                before = ", ";
            }
        }
        return turn() == now ? words.toString() : words + " in turn " + turn();
    }

    // ---- text

    /** Returns the line as text without its checksum: an object without the closing brace. */
    String text(long turn) {
        String fields = JSON.writeValueAsString(body);
        return "{\"turn\":" + turn + "," + fields.substring(1, fields.length() - 1);
    }

    /** Parses such a text; throws a RuntimeException if it is invalid. */
    static TapeLine parse(String text) {
        TapeLine line = new TapeLine((ObjectNode) JSON.readTree(text + "}"));
        line.field("turn").longValue();
        line.event();
        return line;
    }

    static String seal(long sum) {
        return ",\"sum\":\"" + HexFormat.of().toHexDigits(sum, SUM_DIGITS) + "\"}";
    }
}
