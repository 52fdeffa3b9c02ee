/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The log of a gateway started from its jar. */
class LogFormatTest {
    private final java.util.logging.Logger jdkRoot = LogManager.getLogManager().getLogger("");
    private final Handler[] handlers = jdkRoot.getHandlers();
    private final Logger root = ((LoggerContext) LoggerFactory.getILoggerFactory())
            .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @AfterEach
    void restore() {
        root.detachAppender(lines);
        for (Handler handler : jdkRoot.getHandlers()) {
            jdkRoot.removeHandler(handler);
        }
        for (Handler handler : handlers) {
            jdkRoot.addHandler(handler);
        }
    }

    @Test
    void allLibrariesUseOneLog() {
        lines.start();
        root.addAppender(lines);
        GatewayApp.useOneLog();

        System.getLogger("a").log(System.Logger.Level.WARNING, "of the gateway");
        java.util.logging.Logger.getLogger("b").warning("of the broker");
        LoggerFactory.getLogger("c").error("of Jetty");

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("of the gateway", "of the broker", "of Jetty");
    }
}
