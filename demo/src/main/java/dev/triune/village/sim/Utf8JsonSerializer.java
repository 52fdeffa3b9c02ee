/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import com.artemis.World;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.io.SaveFileFormat;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/** Artemis's JSON serializer, writing UTF-8, as it reads, instead of the platform's charset. */
final class Utf8JsonSerializer extends JsonArtemisSerializer {
    Utf8JsonSerializer(World world) {
        super(world);
    }

    @Override
    protected void save(OutputStream out, SaveFileFormat save) {
        save(new OutputStreamWriter(out, StandardCharsets.UTF_8), save);
    }
}
