/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.Conversation;
import dev.triune.component.Layer;
import dev.triune.village.sim.SimulationObserver;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import dev.triune.village.talk.WordsAndDeeds.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records spoken lines and the last {@value #NEWS} events, and forwards everything to another
 * listener. Game thread only.
 */
final class ActivityLog implements VillageListener, SimulationObserver {
    private static final int NEWS = 80;

    private final Deque<NewsEntry> news = new ArrayDeque<>();
    private VillageListener other = VillageListener.SILENT;
    private List<NewsEntry> newsCopy = List.of();
    private long entries;
    private VillagerActivity[] lives = {};
    private int[] numberOf = {};
    private @Nullable VillageSimulation village;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    /** Observes a village that is about to be built, for itself and for another listener. */
    void addTo(VillageBuilder builder, VillageListener listener) {
        other = listener;
        builder.listener(this).observer(this);
    }

    /** Starts recording; all villagers must exist. */
    void begin(VillageSimulation simulation) {
        village = simulation;
        simulation.inject(this);
        simulation.scheduler().recordAll(true);
        addVillagers(simulation.villagers());
    }

    /** Adds records for villagers that have none. */
    private void addVillagers(int[] agents) {
        int known = lives.length;
        int before = numberOf.length;
        lives = Arrays.copyOf(lives, agents.length);
        numberOf = Arrays.copyOf(
                numberOf, Math.max(before, Arrays.stream(agents).max().orElse(0) + 1));
        Arrays.fill(numberOf, before, numberOf.length, -1);
        for (int number = known; number < agents.length; number++) {
            lives[number] = new VillagerActivity();
            numberOf[agents[number]] = number;
        }
    }

    /** Returns the record of the villager with a number. */
    VillagerActivity activityOf(int number) {
        if (number >= lives.length && village != null) {
            addVillagers(village.villagers());
        }
        return lives[number];
    }

    /** Returns the last events, oldest first; the same list until there are new ones. */
    List<NewsEntry> news() {
        if (newsCopy.isEmpty() || newsCopy.get(newsCopy.size() - 1).seq() != entries) {
            newsCopy = List.copyOf(news);
        }
        return newsCopy;
    }

    /** Adds an event; its villager is -1 if no villager has that entity id. */
    private void addEntry(int agent, String kind, String text, String to) {
        if (news.size() == NEWS) {
            news.removeFirst();
        }
        news.addLast(new NewsEntry(++entries, tick(), numberOf(agent), kind, text, to));
    }

    /** Returns the number of a villager, or -1. */
    int numberOf(int agent) {
        return agent >= 0 && agent < numberOf.length ? numberOf[agent] : -1;
    }

    @Override
    public void planMade(int agent, Layer layer, List<Step> steps) {
        other.planMade(agent, layer, steps);
        addPlan(agent, steps, "");
    }

    @Override
    public void habitFollowed(int agent, List<Step> steps) {
        other.habitFollowed(agent, steps);
        addPlan(agent, steps, "habit");
    }

    private void addPlan(int agent, List<Step> steps, String note) {
        String plan = steps.stream().map(Step::toString).collect(Collectors.joining(" → "));
        addEntry(agent, "plans", plan, note);
    }

    @Override
    public void reflexBegan(int agent, String behavior, String cause, String interrupted) {
        other.reflexBegan(agent, behavior, cause, interrupted);
        String words = behavior + " (" + cause + "; was at " + interrupted + ")";
        addEntry(agent, "reflex", words.replace('_', ' '), "");
    }

    @Override
    public void actionFailed(int agent, Step step, String reason) {
        other.actionFailed(agent, step, reason);
        addEntry(agent, "fails", step + ": " + reason, "");
    }

    @Override
    public void eventAnnounced(String words) {
        other.eventAnnounced(words);
        addEntry(-1, "news", words, "");
    }

    @Override
    public void promiseChanged(Promise promise) {
        other.promiseChanged(promise);
        String kind = switch (promise.state()) {
            case OPEN -> "promises";
            case DONE -> "kept";
            case FAILED, DROPPED -> "broken";
            case EXCUSED -> "excused";
        };
        String words = promise.what().isEmpty() ? promise.answer() : promise.what();
        String why = promise.reason().isEmpty() ? "" : ": " + promise.reason();
        addEntry(promise.agent(), kind, words + why, promise.with());
    }

    @Override
    public void requestFailed(String message) {
        other.requestFailed(message);
        addEntry(-1, "news", "no answer: " + message, "");
    }

    @Override
    public void requestsRecovered(int failedInARow) {
        other.requestsRecovered(failedInARow);
        addEntry(-1, "news", "answers again after " + failedInARow + " without one", "");
    }

    @Override
    public void villagerSpoke(int agent, String to, String text) {
        villagerSpoke(agent, to, text, "");
    }

    /** Records a villager's call to a meeting or its line, for it and its partners. */
    @Override
    public void villagerSpoke(int agent, String to, String text, String source) {
        other.villagerSpoke(agent, to, text, source);
        addEntry(agent, "says", text, to);
        if (of(agent) == null) {
            return;
        }
        record(agent, nameOf(agent), text, source);
        IntBag partners = mConversation.get(agent).partners;
        for (int i = 0; i < partners.size(); i++) {
            record(partners.get(i), nameOf(agent), text, source);
        }
    }

    /** Records a line of the player. */
    @Override
    public void playerSpoke(int agent, String visitor, String text) {
        addEntry(-1, "player", text, nameOf(agent));
        record(agent, visitor, text, "");
    }

    private void record(int listener, String speaker, String text, String source) {
        VillagerActivity activity = of(listener);
        if (activity != null) {
            activity.line(new VillagerDetail.SpokenLine(tick(), speaker, text, source));
        }
    }

    private @Nullable VillagerActivity of(int agent) {
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

    /** The recent activity of one villager. */
    static final class VillagerActivity {
        private static final int LINES = 40;

        private final Deque<VillagerDetail.SpokenLine> lines = new ArrayDeque<>();

        /** Adds a line that it said or heard. */
        void line(VillagerDetail.SpokenLine spokenLine) {
            if (lines.size() == LINES) {
                lines.removeFirst();
            }
            lines.addLast(spokenLine);
        }

        List<VillagerDetail.SpokenLine> spokenLines() {
            return new ArrayList<>(lines);
        }
    }
}
