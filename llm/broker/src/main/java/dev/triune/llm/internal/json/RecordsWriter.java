/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import dev.triune.llm.JsonRecords;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes a file of records, each on a line of its own. */
public final class RecordsWriter {
    private static final JsonMapper MAPPER = new JsonMapper();

    private RecordsWriter() {}

    /** Returns the text of a file with those records. */
    public static String write(JsonRecords kind, List<Map<String, Object>> records) {
        StringBuilder text = new StringBuilder("{\"format\": ")
                .append(MAPPER.writeValueAsString(kind.format()))
                .append(", \"version\": ")
                .append(kind.version())
                .append(", \"records\": [\n");
        for (int i = 0; i < records.size(); i++) {
            text.append(MAPPER.writeValueAsString(records.get(i)))
                    .append(i + 1 < records.size() ? ",\n" : "\n");
        }
        return text.append("]}\n").toString();
    }
}
