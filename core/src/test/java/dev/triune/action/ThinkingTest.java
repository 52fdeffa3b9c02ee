/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.action.ActionCatalog.AnswerForm;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the reason of a plan stands in its form. */
class ThinkingTest {
    private static Object keys(Thinking thinking, AnswerForm form) {
        ActionCatalog catalog =
                ActionCatalog.builder().action("rest", "sit").thinking(thinking).build();
        return catalog.schema(form).root().get("required");
    }

    @Test
    void reasonComesBeforeThePlanAfterItOrNotAtAll() {
        assertThat(keys(Thinking.FIRST, AnswerForm.PLAN))
                .isEqualTo(List.of("thinking", "action", "goal"));
        assertThat(keys(Thinking.LAST, AnswerForm.PLAN))
                .isEqualTo(List.of("action", "goal", "thinking"));
        assertThat(keys(Thinking.OFF, AnswerForm.PLAN)).isEqualTo(List.of("action", "goal"));
    }

    @Test
    void talkHasNoReason() {
        assertThat(keys(Thinking.FIRST, AnswerForm.TALK))
                .isEqualTo(List.of("to", "action", "later", "speaking", "end"));
    }
}
