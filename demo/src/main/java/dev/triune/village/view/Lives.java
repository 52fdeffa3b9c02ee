/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.apply.AnswerEnd;
import dev.triune.component.Layer;
import dev.triune.llm.Outcome;
import dev.triune.llm.Ticket;
import dev.triune.llm.provider.Provider;
import dev.triune.plan.Step;
import dev.triune.village.people.Player;
import dev.triune.village.sim.Onlooker;
import dev.triune.village.sim.Overheard;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.TalkListener;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes note of what becomes of each villager's answers and steps, of what is said, and of the last
 * {@value #NEWS} events. Game thread only, but for {@link #overheard()}.
 */
final class Lives implements Onlooker, TalkListener {
    private static final int NEWS = 80;

    private final Overheard overheard = new Overheard();
    private final Deque<Entry> news = new ArrayDeque<>();
    private List<Entry> newsCopy = List.of();
    private long entries;
    private Life[] lives = {};
    private int[] numberOf = {};
    private @Nullable VillageSimulation village;

    /** Everybody is there: from now on things can happen to them. */
    void begin(VillageSimulation simulation) {
        village = simulation;
        int[] agents = simulation.villagers();
        numberOf = new int[Arrays.stream(agents).max().orElse(0) + 1];
        Arrays.fill(numberOf, -1);
        lives = new Life[agents.length];
        for (int number = 0; number < agents.length; number++) {
            lives[number] = new Life();
            numberOf[agents[number]] = number;
        }
    }

    /** What is remembered of the villager with that number. */
    Life life(int number) {
        return lives[number];
    }

    /** What goes between villagers and models. Any thread. */
    Overheard overheard() {
        return overheard;
    }

    /** The last events, the oldest first; the same list as long as there are no new ones. */
    List<Entry> news() {
        if (newsCopy.isEmpty() || newsCopy.get(newsCopy.size() - 1).seq() != entries) {
            newsCopy = List.copyOf(news);
        }
        return newsCopy;
    }

    /** An event of a villager; of nobody's if there is none of that entity id. */
    void entry(int agent, String kind, String text, String to) {
        if (news.size() == NEWS) {
            news.removeFirst();
        }
        news.addLast(new Entry(++entries, tick(), numberOf(agent), kind, text, to));
    }

    /** The number of a villager, or -1. */
    int numberOf(int agent) {
        return agent >= 0 && agent < numberOf.length ? numberOf[agent] : -1;
    }

    /** Somebody says something, to somebody or to nobody; who hears it is told by {@link #turn}. */
    void says(int agent, String to, String text) {
        entry(agent, "says", text, to);
        Life speaker = of(agent);
        if (speaker != null) {
            speaker.line(new Detail.Line(tick(), nameOf(agent), text));
        }
    }

    /** All who hear it have it in their lines; what the player says is an event besides. */
    @Override
    public void turn(int speaker, int[] listeners, String text) {
        String who = speaker == PLAYER ? Player.NAME : nameOf(speaker);
        Detail.Line line = new Detail.Line(tick(), who, text);
        for (int listener : listeners) {
            Life life = of(listener);
            if (life != null) {
                life.line(line);
            }
            if (speaker == PLAYER) {
                entry(PLAYER, "player", text, nameOf(listener));
            }
        }
    }

    /** A reflex sets in. */
    void reflex(int agent) {
        Life life = of(agent);
        if (life != null) {
            life.layer = Layer.AUTONOMIC.ordinal() + 1;
        }
    }

    @Override
    public Provider listenTo(Provider provider) {
        return overheard.around(provider);
    }

    @Override
    public void asked(int agent, Layer layer, Ticket ticket, int urgency, String reason) {
        Life life = of(agent);
        if (life != null) {
            life.asks(layer);
            life.ticket = ticket.number();
            life.request = new Detail.Request(layer.label(), reason, urgency, tick(), "");
        }
    }

    @Override
    public void stepQueued(int agent, Layer layer, Ticket ticket, Step step, int place) {
        Life life = of(agent);
        if (life != null) {
            life.queued++;
        }
    }

    @Override
    public void stepMended(int agent, Layer layer, Step step, String mended) {
        Life life = of(agent);
        if (life != null) {
            life.mended++;
        }
    }

    @Override
    public void stepRefused(int agent, Layer layer, String type, String reason) {
        Life life = of(agent);
        if (life != null) {
            life.refused++;
        }
    }

    @Override
    public void fellBack(int agent, int steps) {
        Life life = of(agent);
        if (life != null) {
            life.fallbacks++;
        }
    }

    @Override
    public void answered(int agent, Layer layer, Ticket ticket, AnswerEnd end) {
        Life life = of(agent);
        if (life != null) {
            life.answered(end);
        }
    }

    @Override
    public void thought(int agent, Layer layer, String text) {
        Life life = of(agent);
        if (life != null) {
            life.thought = text;
            life.layer = layer.ordinal() + 1;
        }
    }

    @Override
    public void ended(int agent, Layer layer, Ticket ticket, Outcome outcome) {
        Life life = of(agent);
        if (life == null) {
            return;
        }
        if (outcome instanceof Outcome.Answered answered) {
            life.input += answered.usage().input();
            life.output += answered.usage().output();
            life.tokens += answered.usage().total();
        }
        Detail.Request request = life.request;
        if (request != null && life.ticket == ticket.number()) {
            life.request = new Detail.Request(
                    request.layer(),
                    request.reason(),
                    request.urgency(),
                    request.tick(),
                    outcome.kind().name().toLowerCase(Locale.ROOT));
        }
    }

    @Override
    public void stepDone(int agent, Step step) {
        Life life = of(agent);
        if (life != null) {
            life.done++;
        }
    }

    @Override
    public void stepFailed(int agent, Step step, String reason) {
        Life life = of(agent);
        if (life != null) {
            life.failed++;
        }
    }

    private @Nullable Life of(int agent) {
        int number = numberOf(agent);
        return number < 0 ? null : lives[number];
    }

    private String nameOf(int agent) {
        return Objects.requireNonNull(village).nameOf(agent);
    }

    private long tick() {
        VillageSimulation there = village;
        return there == null ? 0 : there.ticks();
    }
}
