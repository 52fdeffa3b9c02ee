/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.http;

/** Opens to tests of other packages how the server reads the body of a call. */
public final class Bodies {
    private Bodies() {}

    /** The fields of a body. */
    public static RequestFields fields(byte[] body) throws ProblemException {
        return RequestFields.read(body, body.length);
    }
}
