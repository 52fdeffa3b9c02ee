/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.protocol.signal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Any refusal in HTTP form: a line with the status, headers, an empty line, the body. It
 * never causes an exception, and no time is negative or longer than the maximum.
 */
class SignalFuzzTest {
    private static final int USUAL_STATUS = 429;

    private final RateLimitSignals signals = new RateLimitSignals(() -> SignalCorpus.NOON);
    private final RateLimitSignals withoutClock = new RateLimitSignals(null);

    @FuzzTest(maxDuration = "60s")
    void refusalsNeverBreakTheReaderAndTimesStayInBounds(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        RetryAdvice retryAdvice = checked(signals.read(refusal(text, false)));
        assertThat(checked(signals.read(refusal(text, true))))
                .as("with headers in capitals")
                .isEqualTo(retryAdvice);
        checked(withoutClock.read(refusal(text, false)));
    }

    private static RetryAdvice checked(RetryAdvice retryAdvice) {
        Duration time = null;
        if (retryAdvice instanceof RetryAdvice.Wait wait) {
            time = wait.duration();
        } else if (retryAdvice instanceof RetryAdvice.Permanent end) {
            time = end.duration();
        }
        if (time != null) {
            assertThat(time).isBetween(Duration.ZERO, RateLimitSignals.MAX_WAIT);
        }
        return retryAdvice;
    }

    private static ErrorResponse refusal(String text, boolean capitals) {
        String[] headAndBody = text.split("\n\n", 2);
        String[] head = headAndBody[0].split("\n", -1);
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < head.length; i++) {
            String[] nameAndValue = head[i].split(":", 2);
            String name = nameAndValue[0].toLowerCase(Locale.ROOT);
            headers.put(
                    capitals ? name.toUpperCase(Locale.ROOT) : name,
                    nameAndValue.length > 1 ? nameAndValue[1] : "");
        }
        int status = head[0].matches("[1-5][0-9][0-9]") ? Integer.parseInt(head[0]) : USUAL_STATUS;
        return new ErrorResponse(status, headers, headAndBody.length > 1 ? headAndBody[1] : "");
    }
}
