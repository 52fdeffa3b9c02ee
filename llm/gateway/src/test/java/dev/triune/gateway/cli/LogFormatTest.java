/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.read.ListAppender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
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
    void linesBeginWithTheirDateAndTimeInUtc() throws Exception {
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Objects.requireNonNull(
                LogFormatTest.class.getResource("/logback.xml"), "the log of the gateway"));
        ConsoleAppender<ILoggingEvent> console = (ConsoleAppender<ILoggingEvent>)
                context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender("stderr");
        LoggingEvent event = new LoggingEvent();
        event.setLoggerContext(context);
        event.setLoggerName("dev.triune.gateway.api.ProviderHealth");
        event.setLevel(Level.WARN);
        event.setMessage("provider groq: rate limited");
        event.setInstant(Instant.parse("2026-11-29T23:59:59.120Z"));

        assertThat(new String(console.getEncoder().encode(event), StandardCharsets.UTF_8))
                .isEqualTo("2026-11-29T23:59:59.120Z WARN  ProviderHealth: provider groq: rate"
                        + " limited\n");
        assertThat(context.getLogger("org.eclipse.jetty.server").getLevel())
                .as("lines that clients cause by not reading")
                .isEqualTo(Level.ERROR);
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
