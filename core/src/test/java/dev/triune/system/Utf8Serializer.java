/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.World;
import com.artemis.io.JsonArtemisSerializer;
import com.artemis.io.SaveFileFormat;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/** Artemis's JSON serializer, with text as UTF-8 on every platform. */
public final class Utf8Serializer extends JsonArtemisSerializer {
    /** Creates the serializer of a world. */
    public Utf8Serializer(World world) {
        super(world);
    }

    @Override
    protected void save(OutputStream out, SaveFileFormat save) {
        save(new OutputStreamWriter(out, StandardCharsets.UTF_8), save);
    }
}
