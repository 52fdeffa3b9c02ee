/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.provider.http;

import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.wire.Dialect;
import dev.triune.llm.provider.wire.Family;
import dev.triune.llm.provider.wire.ModelRequest;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The body of a call. It is written on the I/O thread that sends it, and sent once: the client must
 * not repeat a call by itself.
 */
final class JsonBody extends RequestBody {
    private static final MediaType JSON = MediaType.get("application/json");

    private final Family family;
    private final ModelCall call;
    private final Dialect dialect;
    private byte @Nullable [] written;

    JsonBody(Family family, ModelCall call, Dialect dialect) {
        this.family = family;
        this.call = call;
        this.dialect = dialect;
    }

    @Override
    public MediaType contentType() {
        return JSON;
    }

    @Override
    public long contentLength() {
        return bytes().length;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(bytes());
    }

    private byte[] bytes() {
        if (written == null) {
            written = ModelRequest.write(family, call, dialect);
        }
        return written;
    }
}
