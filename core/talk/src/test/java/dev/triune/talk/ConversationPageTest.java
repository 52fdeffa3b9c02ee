/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.utils.IntBag;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionRunner;
import dev.triune.action.Help;
import dev.triune.action.InConversation;
import dev.triune.action.Progress;
import dev.triune.action.Visible;
import dev.triune.action.VisibleObject;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.system.MindPlugin;
import dev.triune.testkit.MindTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What docs/conversation.md shows: what stands between two marks is there. */
final class ConversationPageTest {
    private static final String COMING =
            "{\"speaking\":\"Coming! Wait for me.\",\"to\":\"Robin\",\"action\":[{\"type\":\"follow\",\"person\":\"Robin\"}]}";

    // [sample]
    @Help("go along with somebody who asked you to come")
    @InConversation
    record Follow(@Visible("person") String person) {}
    // [end]

    private static final class FollowRunner implements ActionRunner<Follow> {
        @Override
        public Progress tick(int agent, Follow follow) {
            return Progress.RUNNING;
        }
    }

    /** What a game draws. */
    @SuppressWarnings("UnusedVariable") // there is one agent
    private static final class Bubbles {
        final List<String> shown = new ArrayList<>();

        void show(int agent, String text) {
            shown.add(text);
        }

        void hide(int agent) {
            shown.add("hidden");
        }
    }

    @SuppressWarnings("UnusedVariable")
    private static final class Voice {
        final List<String> spoken = new ArrayList<>();

        void speak(int agent, String sentence) {
            spoken.add(sentence);
        }
    }

    // [sample]
    class SpeechBubbles implements ConversationListener {
        @Override
        public void thinking(int agent) {
            bubbles.show(agent, "…");
        }

        @Override
        public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
            bubbles.show(agent, text); // a typewriter effect draws part of it
        }

        @Override
        public void spoke(int agent, Utterance line) {
            bubbles.show(agent, line.brokenOff() ? line.text() + "—" : line.text());
        }

        @Override
        public void ended(IntBag agents, String reason) {
            for (int i = 0; i < agents.size(); i++) {
                bubbles.hide(agents.get(i));
            }
        }
    }
    // [end]

    class VoiceOver implements ConversationListener {
        private int sent; // one line at a time is enough for one voice

        @Override
        public void speaking(int agent, Utterance line, String text, int sentenceEnd) {
            if (sentenceEnd > sent) {
                voice.speak(agent, text.substring(sent, sentenceEnd));
                sent = sentenceEnd;
            }
        }

        @Override
        public void spoke(int agent, Utterance line) {
            voice.speak(agent, line.text().substring(Math.min(sent, line.text().length())));
            sent = 0;
        }
    }

    private final Bubbles bubbles = new Bubbles();
    private final Voice voice = new Voice();

    private Conversations switchOn(MindPlugin minds) {
        // [sample]
        Conversations talk = new Conversations(new ConversationConfig()
                .busy((agent, player) -> "Not now, " + player + "!")
                .listener(new SpeechBubbles())
                .listener(new VoiceOver()));
        minds.runner(Follow.class, new FollowRunner()).with(talk);
        // [end]
        return talk;
    }

    @Test
    void characterAnswersAndFollowsThePlayer() {
        Conversations[] module = new Conversations[1];
        MindTest sim = MindTest.world(ActionCatalog.of(Follow.class))
                .mind(COMING)
                .latency(Duration.ofMillis(300))
                .plugin(minds -> module[0] = switchOn(minds));
        int baker = sim.agent("Ada");
        sim.get(baker, Senses.class).visible.add(VisibleObject.of("Robin", "person"));
        sim.ticks(1);
        Conversations talk = module[0];
        // [sample]
        talk.say("Robin", baker, "Will you come with me?");
        // [end]
        sim.tickUntil(() -> sim.doing(baker).equals("follow"), 20);
        sim.ticks(2); // the words follow the deed
        assertThat(bubbles.shown).contains("…", "Coming! Wait for me.");
        assertThat(voice.spoken).containsExactly("Coming! Wait for me.");
        // [sample]
        talk.leave("Robin"); // the player walked away, or closed the window
        // [end]
        sim.ticks(1);
        assertThat(talk.transcript(baker)).isNull();
        assertThat(bubbles.shown).endsWith("hidden");
    }

    @Test
    void barkStartsNoConversationAndIsPartOfTheNext() {
        Conversations[] module = new Conversations[1];
        MindTest sim = MindTest.world(ActionCatalog.of(Follow.class))
                .mind(COMING)
                .plugin(minds -> module[0] = switchOn(minds));
        int baker = sim.agent("Ada");
        sim.ticks(1);
        Conversations talk = module[0];
        // [sample]
        talk.bark(baker, "Fresh bread, Robin!");
        // [end]
        assertThat(bubbles.shown).containsExactly("Fresh bread, Robin!");
        assertThat(talk.transcript(baker)).as("a conversation").isNull();
        talk.say("Robin", baker, "Will you come with me?");
        sim.tickUntil(() -> sim.lastPrompt(baker).contains("Will you come"), 20);
        assertThat(sim.lastPrompt(baker)).contains("You: \"Fresh bread, Robin!\"");
    }

    @Test
    void conversationAmongAgentsCanBeStartedAndEnded() {
        Conversations[] module = new Conversations[1];
        MindTest sim = MindTest.world(ActionCatalog.of(Follow.class))
                .mind(COMING)
                .plugin(minds -> module[0] = switchOn(minds));
        int baker = sim.agent("Ada");
        int smith = sim.agent("Bryn");
        int agent = baker;
        sim.get(agent, Persona.class).description = "A baker. Speaks German.";
        sim.ticks(1);
        Conversations talk = module[0];
        // [sample]
        talk.begin(baker, smith); // the baker speaks first; or more agents, whatever the turn order
        talk.sayToAll("Robin", baker, "Good morning, you two!");
        talk.interrupt(baker);
        talk.end(smith);
        // [end]
        assertThat(talk.transcript(baker)).isNull();
    }
}
