/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import dev.triune.llm.internal.protocol.Dialect;
import dev.triune.llm.internal.protocol.ModelRequestWriter;
import dev.triune.llm.provider.ApiFamily;
import dev.triune.llm.provider.ModelCall;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * The body of a call. It is written on the I/O thread that sends it, and sent once: the client must
 * not repeat a call by itself.
 */
public final class OneShotJsonBody extends RequestBody {
    private static final MediaType JSON = MediaType.get("application/json");

    private final ApiFamily apiFamily;
    private final ModelCall call;
    private final Dialect dialect;
    private byte @Nullable [] written;

    public OneShotJsonBody(ApiFamily apiFamily, ModelCall call, Dialect dialect) {
        this.apiFamily = apiFamily;
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
            written = ModelRequestWriter.write(apiFamily, call, dialect);
        }
        return written;
    }
}
