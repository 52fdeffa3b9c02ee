/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.http;

import java.io.IOException;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/** The body of a short response, truncated at a limit or a read error. Immutable. */
record ErrorBody(String text, @Nullable IOException readError) {
    static ErrorBody of(Response response) {
        BufferedSource source = response.body().source();
        IOException broke = null;
        try {
            source.request(FailureClassifier.MAX_BODY_BYTES);
        } catch (IOException e) {
            broke = e;
        }
        Buffer read = source.getBuffer();
        int length = (int) Math.min(read.size(), FailureClassifier.MAX_BODY_BYTES);
        return new ErrorBody(read.snapshot(length).utf8(), broke);
    }
}
