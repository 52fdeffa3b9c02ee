/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.broker;

import dev.triune.llm.PriceCatalog.TokenPrices;
import dev.triune.llm.Prompt;
import dev.triune.llm.QuotaSnapshot;
import dev.triune.llm.Request;
import dev.triune.llm.Ticket;
import java.math.BigDecimal;

/** A broker with quotas for sessions. */
abstract class SessionTest {
    static final TokenPrices WEIGHTS = TokenPrices.of("1.0", "0.25", "4.0");

    final Stage stage = Stage.ofTwo(Stage.settings().withPermits(4), builder -> {});

    final void enable(String remaining) {
        stage.broker.enableQuota(quota(remaining));
    }

    static QuotaSnapshot quota(String remaining) {
        return new QuotaSnapshot("s1", new BigDecimal(remaining), WEIGHTS, "day");
    }

    final Recorder submit(String question) {
        Recorder recorder = new Recorder();
        submit("s1", question, recorder);
        return recorder;
    }

    final Ticket submit(String session, String question, Recorder recorder) {
        return stage.broker.submit(request(session, question).build(), recorder);
    }

    static Request.Builder<String> request(String session, String question) {
        return Request.text("model-1").tenant(session).prompt(() -> Prompt.of(question));
    }
}
