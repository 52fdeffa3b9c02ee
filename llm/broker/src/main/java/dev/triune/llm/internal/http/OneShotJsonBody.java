/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import java.util.function.Supplier;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** The body of a call, serialized on the I/O thread that sends it, and sent only once. */
public final class OneShotJsonBody extends RequestBody {
    private static final MediaType JSON = MediaType.get("application/json");

    private final Supplier<byte[]> writer;
    private byte @Nullable [] written;

    public OneShotJsonBody(Supplier<byte[]> writer) {
        this.writer = writer;
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

    byte[] bytes() {
        if (written == null) {
            written = writer.get();
        }
        return written;
    }
}
