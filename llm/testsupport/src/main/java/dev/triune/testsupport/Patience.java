/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The default time that tests wait for other threads: long, so that a busy machine causes no
 * failure. Registered in META-INF/services for the tests of every module.
 */
public final class Patience implements BeforeAllCallback {
    private static final Duration MOST = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(MOST);
    }
}
