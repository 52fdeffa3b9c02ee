/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

import java.nio.ByteBuffer;

/** Lets tests of other packages read the body of a call as the server does. */
public final class Bodies {
    private Bodies() {}

    /** The fields of a body. */
    public static RequestFields fields(byte[] body) throws ProblemException {
        return RequestFields.read(ByteBuffer.wrap(body));
    }
}
