/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How long tests wait for what another thread does, unless they say otherwise: they give up late, so
 * that a busy machine is no failure. META-INF/services registers it for the tests of every module.
 */
public final class Patience implements BeforeAllCallback {
    private static final Duration MOST = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(MOST);
    }
}
