/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The scripts that run in Redis. Immutable. */
enum RedisScript {
    /** Reports the usage of one key and grants a lease. */
    LEASE("lease.lua"),
    /** Announces a gateway and its games. */
    PRESENCE("presence.lua"),
    /** Reports what was spent of one amount and grants a slice of the rest. */
    AMOUNT("amount.lua"),
    /** Tells lines about names, and returns those of other gateways. */
    TOLD("told.lua");

    private final String text;

    RedisScript(String file) {
        this.text = read(file);
    }

    String text() {
        return text;
    }

    private static String read(String file) {
        try (InputStream stream = RedisScript.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("missing from the jar: " + file);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("unreadable in the jar: " + file, e);
        }
    }
}
