/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.server;

import dev.triune.gateway.session.Refused;

/** Opens to tests of other packages how the server reads the body of a call. */
public final class Bodies {
    private Bodies() {}

    /** The fields of a body. */
    public static Fields fields(byte[] body) throws Refused {
        return Fields.read(body, body.length);
    }
}
