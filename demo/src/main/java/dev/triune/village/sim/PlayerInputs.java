/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.component.Layer;
import dev.triune.llm.provider.OfflineProvider.FaultMode;
import dev.triune.village.people.Player;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a player. A tape records them; during a replay they have no effect, and those of
 * the tape are applied instead. Game thread only.
 */
public final class PlayerInputs {
    /** The beginning of an override on the tape; recorded speech begins with a number. */
    private static final String OVERRIDE = "override ";

    private static final String RULES = "rules";

    /** The beginning of a change of the watched villagers on the tape. */
    private static final String WATCH = "watch ";

    /** The beginning of a change of whose mind the player is, on the tape. */
    private static final String HAND = "hand ";

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private final VillageWorld parts;
    private final List<SimulationObserver> observers;
    private final BitSet watched = new BitSet();
    private final BitSet byHand = new BitSet();

    PlayerInputs(VillageWorld parts, List<SimulationObserver> observers) {
        this.parts = parts;
        this.observers = observers;
    }

    /** Lets the player speak to a villager, whose answer goes first. */
    public void say(int agent, String text) {
        input(agent + " " + text);
    }

    /**
     * Overrides the selected layer of a villager from the next tick on; null removes the override.
     */
    public void override(int agent, @Nullable Layer layer) {
        input(OVERRIDE + agent + " " + (layer == null ? RULES : layer.name()));
    }

    /**
     * Sets the villagers that a player watches, whose plans always come from a model. The call has
     * no effect in simulated time, where a village does not depend on viewers.
     *
     * @param agents entity ids
     */
    public void watch(BitSet agents) {
        if (parts.virtualTime == null && !agents.equals(watched)) {
            input(WATCH + agents.toString().replaceAll("[^0-9 ]", ""));
        }
    }

    /** Whether a villager's plans always come from its mind, not from habits. */
    boolean isWatched(int agent) {
        return watched.get(agent) || byHand.get(agent);
    }

    /** Lets the player be the mind of a villager, or no longer; see {@link #canBeMind}. */
    public void beMind(int agent, boolean value) {
        if (canBeMind() && byHand.get(agent) != value) {
            input(HAND + (value ? "" : "-") + agent);
        }
    }

    /** Whether the player is the mind of a villager. */
    public boolean isByHand(int agent) {
        return byHand.get(agent);
    }

    /** Returns whether the player may be the mind of villagers. */
    public boolean canBeMind() {
        return parts.bench != null
                && parts.settings.mind().asksModels()
                && !parts.transcript.isReplay();
    }

    /**
     * Sets a fault of the model, or ends it with {@link FaultMode#NONE}. A tape records its
     * effects; without a model the call has no effect.
     */
    public void breakModel(FaultMode fault) {
        parts.modelFault = fault;
    }

    /** Sets the longest time until an answer of the offline mind begins, zero or more. */
    public void slowModel(Duration latency) {
        parts.modelLatency = latency;
    }

    /** Returns that time, in milliseconds; -1 if another mind answers, which cannot be slowed. */
    public long modelLatencyMillis() {
        Duration chosen = parts.modelLatency;
        boolean offline = parts.settings.mind() instanceof MindSource.Offline && canBreakModel();
        return !offline
                ? -1
                : chosen == null
                        ? ((MindSource.Offline) parts.settings.mind()).latency().toMillis()
                        : chosen.toMillis();
    }

    /** Returns the current fault of the model; any thread. */
    public FaultMode modelFault() {
        return parts.modelFault;
    }

    /** Returns whether there is a model whose faults can be set. */
    public boolean canBreakModel() {
        return parts.settings.mind().asksModels() && !parts.transcript.isReplay();
    }

    private void input(String words) {
        if (!parts.transcript.isReplay()) {
            parts.transcript.recordInput(words);
            apply(words);
        }
    }

    /** Applies an input, in the form in which it is recorded. */
    void apply(String words) {
        if (words.startsWith(WATCH)) {
            watched.clear();
            NUMBER.matcher(words)
                    .results()
                    .forEach(number -> watched.set(Integer.parseInt(number.group())));
            return;
        }
        if (words.startsWith(HAND)) {
            int number = Integer.parseInt(words.substring(HAND.length()).replace("-", ""));
            changeMind(number, !words.contains("-"));
            return;
        }
        boolean override = words.startsWith(OVERRIDE);
        String rest = override ? words.substring(OVERRIDE.length()) : words;
        int blank = rest.indexOf(' ');
        int agent = Integer.parseInt(rest.substring(0, blank));
        String value = rest.substring(blank + 1);
        if (override) {
            parts.scheduler()
                    .overrideLayer(agent, value.equals(RULES) ? null : Layer.valueOf(value));
        } else {
            deliver(Player.NAME, agent, value);
        }
    }

    private void changeMind(int agent, boolean take) {
        byHand.set(agent, take);
        if (take) {
            Objects.requireNonNull(parts.bench).take(agent);
        } else {
            Objects.requireNonNull(parts.bench).release(agent);
        }
    }

    /** Says something to a villager as a visitor, without recording it. */
    void deliver(String visitor, int agent, String text) {
        observers.forEach(each -> each.playerSpoke(agent, visitor, text));
        parts.conversations.say(visitor, agent, text);
    }
}
