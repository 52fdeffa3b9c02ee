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
    public long contentLength() throws IOException {
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

    /**
     * Returns the body; throws {@link UnwritableBodyException} if a library is missing for it, or the
     * prompt is written only now and its writer throws.
     */
    public byte[] bytes() throws IOException {
        if (written == null) {
            try {
                written = writer.get();
            } catch (LinkageError
                    | RuntimeException e) { // or the client reports a broken connection
                throw new UnwritableBodyException(e);
            }
        }
        return written;
    }

    /** A class that is missing or too old, or the prompt's writer, prevents that the body is written. */
    static final class UnwritableBodyException extends IOException {
        private static final long serialVersionUID = 1;

        UnwritableBodyException(Throwable e) {
            super(
                    e instanceof LinkageError
                            // its cause names the class the second time
                            ? (e.getCause() instanceof LinkageError cause ? cause : e)
                                    + " (check the versions of the libraries on the class path)"
                            : e.getClass().getName() + " while its text was written",
                    e);
        }
    }
}
