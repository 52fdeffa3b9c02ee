/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.ConfigException;
import dev.triune.llm.JsonRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes a file of records, one per line. For a single use. */
public final class RecordsMapper {
    private static final int MAX_NESTING = 8;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(40)
                    .build())
            .build();
    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectReader RECORD = MAPPER.readerForMapOf(Object.class);

    private final String name;
    private final JsonRecords expected;
    private final List<JsonRecords.Entry> entries = new ArrayList<>();
    private String format = "";
    private long version;

    /** Creates a mapper for a format and the name of a file, which messages contain. */
    public RecordsMapper(String name, JsonRecords expected) {
        this.name = name;
        this.expected = expected;
    }

    /**
     * Reads all records.
     *
     * @throws ConfigException if the text is not JSON, or not of that format and version
     */
    public List<JsonRecords.Entry> read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            require(parser, parser.nextToken() == JsonToken.START_OBJECT, "{\"format\": ...");
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                readMember(parser);
            }
            require(parser, parser.nextToken() == null, "the end of the file");
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            String message = firstLine(e.getOriginalMessage());
            throw problem(
                    line,
                    message.startsWith("Unexpected end-of-input")
                            ? "the file ends in the middle (write or copy it again)"
                            : "not JSON: " + message + " (correct the line, or delete it)");
        }
        requireFormat();
        return List.copyOf(entries);
    }

    public static String write(JsonRecords kind, List<Map<String, Object>> records) {
        String lines =
                records.stream().map(MAPPER::writeValueAsString).collect(Collectors.joining(",\n"));
        return "{\"format\": " + MAPPER.writeValueAsString(kind.format()) + ", \"version\": "
                + kind.version() + ", \"records\": [\n" + lines
                + (records.isEmpty() ? "]}\n" : "\n]}\n");
    }

    private void readMember(JsonParser parser) {
        String key = parser.currentName();
        JsonToken token = parser.nextToken();
        switch (key) {
            case "format" -> {
                require(parser, token == JsonToken.VALUE_STRING, quoted(expected.format()));
                format = parser.getString();
            }
            case "version" -> {
                require(parser, token == JsonToken.VALUE_NUMBER_INT, "a whole number");
                version = parser.getLongValue();
            }
            case "records" -> {
                require(parser, token == JsonToken.START_ARRAY, "a list of records");
                readRecords(parser);
            }
            default ->
                throw problem(
                        line(parser),
                        quoted(key) + " is not known (expected format, version, records)");
        }
    }

    private void readRecords(JsonParser parser) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            require(parser, parser.currentToken() == JsonToken.START_OBJECT, "a record in braces");
            int line = line(parser);
            Map<String, Object> values = RECORD.readValue(parser);
            requireNoNull(line, values);
            entries.add(new JsonRecords.Entry(line, values));
        }
    }

    private void requireNoNull(int line, @Nullable Object value) {
        if (value == null) {
            throw problem(line, "null where a value belongs (leave the key out)");
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(member -> requireNoNull(line, member));
        } else if (value instanceof List<?> list) {
            list.forEach(element -> requireNoNull(line, element));
        }
    }

    private void requireFormat() {
        if (!format.equals(expected.format())) {
            throw problem(
                    1,
                    "the format is " + quoted(format) + " (expected " + quoted(expected.format())
                            + ")");
        }
        if (version != expected.version()) {
            String remedy = version > expected.version()
                    ? "; use the newer Triune that wrote it"
                    : "; write it again";
            throw problem(
                    1,
                    "version " + version + " of " + format + " (supported: version "
                            + expected.version() + ")" + remedy);
        }
    }

    private void require(JsonParser parser, boolean met, String what) {
        if (!met) {
            throw problem(line(parser), "expected " + what);
        }
    }

    private ConfigException problem(int line, String text) {
        return new ConfigException(List.of(name + ", line " + line + ": " + text));
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    private static String quoted(String text) {
        return '"' + firstLine(text) + '"';
    }

    private static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= 200 ? line : line.substring(0, 200);
    }
}
