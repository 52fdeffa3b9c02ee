/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.ConfigException;
import dev.triune.llm.JsonRecords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads a file of records with the line of each. Used once. */
public final class RecordsReader {
    private static final int MAX_NESTING = 8;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(40)
                    .build())
            .build();

    private final String name;
    private final JsonRecords expected;
    private final List<JsonRecords.Entry> entries = new ArrayList<>();
    private String format = "";
    private long version;

    /** Reads a file of that name, for messages, and of that format. */
    public RecordsReader(String name, JsonRecords expected) {
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
            throw problem(line, "not JSON: " + firstLine(e.getOriginalMessage()));
        }
        requireFormat();
        return List.copyOf(entries);
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
            entries.add(new JsonRecords.Entry(line, readObject(parser)));
        }
    }

    private Map<String, Object> readObject(JsonParser parser) {
        Map<String, Object> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            values.put(key, readValue(parser));
        }
        return values;
    }

    private Object readValue(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> readObject(parser);
            case START_ARRAY -> readList(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default ->
                throw problem(line(parser), "null where a value belongs (leave the key out)");
        };
    }

    private List<Object> readList(JsonParser parser) {
        List<Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(readValue(parser));
        }
        return values;
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
        return new ConfigException(List.of(name + ":" + line + ": " + text));
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
