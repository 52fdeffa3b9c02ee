/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Prompts that are written when they are first read. */
class PromptTest {
    private final AtomicInteger writes = new AtomicInteger();
    private final Prompt later = Prompt.later(() -> {
        writes.incrementAndGet();
        return Prompt.of(Message.system("rules"), Message.user("now")).withStable(1);
    });

    @Test
    void textIsWrittenOnceByTheFirstWhoReadsIt() {
        Prompt copy = later.withOrigin("values");
        assertThat(copy.origin()).isEqualTo("values");
        assertThat(copy.hasImages()).isFalse();
        assertThat(copy).hasToString("Prompt[not yet written]");
        assertThat(copy.isWritten()).isFalse();
        assertThat(writes).hasValue(0);

        assertThat(copy.text()).isEqualTo("rules\n\nnow");
        assertThat(copy.stable()).isEqualTo(1);
        assertThat(copy.isWritten()).isTrue();
        assertThat(later.isWritten()).as("the prompt that it is a copy of").isTrue();
        assertThat(later.length()).isEqualTo("rulesnow".length());
        assertThat(writes).hasValue(1);
    }

    @Test
    void messagesAreChangedWhenTheyAreWritten() {
        Prompt changed = later.withMessages(before -> List.of(before.get(0), Message.user("then")));
        assertThat(writes).hasValue(0);

        assertThat(changed.messages()).extracting(Message::text).containsExactly("rules", "then");
        assertThat(changed.stable()).isEqualTo(1);
        assertThat(later.text()).isEqualTo("rules\n\nnow");
        assertThat(writes).hasValue(1);
    }

    @Test
    void equalsWhatSendsTheSame() {
        Prompt same = Prompt.of(Message.system("rules"), Message.user("now")).withStable(1);
        assertThat(later.withOrigin("values")).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(later).isNotEqualTo(same.withStable(0));
        assertThat(later.digest()).isEqualTo(same.digest());
    }

    @Test
    void imageIsRefusedBecauseItsCallWasJudgedWithoutIt() {
        Prompt image = Prompt.later(() -> Prompt.of(new Message(
                Message.Role.USER, "look", List.of(), "", List.of("data:image/png,AA"))));
        assertThatIllegalStateException()
                .isThrownBy(image::messages)
                .withMessage("an image in a prompt that is written later (write it at once)");
    }
}
