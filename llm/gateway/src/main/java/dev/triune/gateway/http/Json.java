/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes JSON within limits. Thread-safe. */
public final class Json {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_DIGITS = 100;
    private static final int MAX_NAME_LENGTH = 1024;

    /** What a lenient decoder makes of bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_DIGITS)
                            .maxNameLength(MAX_NAME_LENGTH)
                            .maxStringLength(Integer.MAX_VALUE) // the body is bounded as a whole
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** Creates an empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Creates an empty list. */
    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /**
     * Parses one value.
     *
     * @param bytes a buffer with an array
     * @throws JacksonException if it is not a single JSON value, or nested too deeply
     * @throws CharacterCodingException if it is not UTF-8; the parser itself would accept overlong
     *     forms and other encodings
     */
    static JsonNode read(ByteBuffer bytes) throws CharacterCodingException {
        int from = bytes.arrayOffset() + bytes.position();
        String text = new String(bytes.array(), from, bytes.remaining(), StandardCharsets.UTF_8);
        return read(
                text.indexOf(REPLACEMENT) < 0
                        ? text
                        : StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    }

    /**
     * Parses one value.
     *
     * @throws JacksonException if it is not a single JSON value
     */
    public static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }

    /** Converts a record. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Concatenates arrays of bytes. */
    public static byte[] join(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    /** Writes a text with its quotes in UTF-8. */
    public static byte[] bytes(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 16).append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, quoted);
        return quoted.append('"').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Writes a value in UTF-8, without line breaks. */
    public static byte[] bytes(JsonNode value) {
        return MAPPER.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    }
}
