/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Mind;
import dev.triune.internal.background.BackgroundCalls;
import dev.triune.internal.text.PromptText;
import dev.triune.llm.Broker;

/** Has a model summarize ended conversations, a few at a time. Game thread only. */
final class Summaries {
    private static final int MIN_LINES = 4;
    private static final int MAX_TOKENS = 80;
    private static final float SCORE = 0.5f;
    private final GameClock clock;
    private final BackgroundCalls calls;
    private final Participants people;
    private final Wording wording;
    private final ComponentMapper<Memory> mMemory;
    private final Gatekeeper gate;

    Summaries(
            GameClock clock,
            Broker broker,
            Participants people,
            ComponentMapper<Memory> mMemory,
            String tenant,
            String model,
            Wording wording,
            Gatekeeper gate) {
        this.gate = gate;
        this.clock = clock;
        this.calls = new BackgroundCalls(broker, tenant, model, "summary", MAX_TOKENS);
        this.people = people;
        this.wording = wording;
        this.mMemory = mMemory;
    }

    /** Requests a summary, unless the conversation was short or too many requests are pending. */
    void request(Transcript talk) {
        if (talk.lines.size() < MIN_LINES || calls.isFull()) {
            return;
        }
        IntBag agents = listeners(talk);
        StringBuilder lines = new StringBuilder();
        for (Utterance line : talk.lines) {
            if (allHeard(agents, talk, line)) {
                String speaker = PromptText.name(line.speaker(), Words.LINE_LIMIT);
                String to = PromptText.name(line.to(), Words.LINE_LIMIT);
                String text = PromptText.quoted(line.text(), Words.LINE_LIMIT);
                lines.append(
                                line.to().isEmpty()
                                        ? wording.say(Text.LINE, speaker, text)
                                        : wording.say(Text.LINE_TO, speaker, to, text))
                        .append('\n');
            }
        }
        long[] serials = new long[agents.size()];
        for (int i = 0; i < serials.length; i++) {
            serials[i] = people.serialOf(agents.get(i));
        }
        calls.request(wording.say(Text.SUMMARY), lines.toString(), answer -> {
            if (!agents.isEmpty()) {
                gate.remember(
                        agents.get(0),
                        Words.line(answer),
                        summary -> remember(summary, agents, serials));
            }
        });
    }

    /** Returns who heard the conversation from its first line: a summary tells all of it. */
    private IntBag listeners(Transcript talk) {
        IntBag agents = new IntBag(talk.agents.size());
        for (int i = 0; i < talk.agents.size(); i++) {
            int agent = talk.agents.get(i);
            TalkState member = people.isAgent(agent) ? people.find(agent) : null;
            if (member != null && member.joinedAt == 0) {
                agents.add(agent);
            }
        }
        return agents;
    }

    private boolean allHeard(IntBag agents, Transcript talk, Utterance line) {
        for (int i = 0; i < agents.size(); i++) {
            if (!people.heard(agents.get(i), talk).contains(line)) {
                return false;
            }
        }
        return true;
    }

    void cancelAll() {
        calls.cancelAll();
    }

    private void remember(String summary, IntBag agents, long[] serials) {
        for (int i = 0; i < serials.length && !summary.isEmpty(); i++) {
            Mind mind = people.isAgent(agents.get(i)) ? people.mMind.get(agents.get(i)) : null;
            Memory memory =
                    mind != null && mind.serial == serials[i] ? mMemory.get(agents.get(i)) : null;
            if (memory != null) {
                memory.remember(new Episode(summary, "conversation", SCORE, clock.tick()));
            }
        }
    }
}
