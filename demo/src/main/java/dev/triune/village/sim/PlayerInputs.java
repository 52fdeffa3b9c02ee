/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.component.Layer;
import dev.triune.system.LLMSchedulerSystem;
import java.util.BitSet;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a player, which a tape records; during a replay it applies those of the tape
 * instead. Game thread only.
 */
final class PlayerInputs {
    /** The beginning of an override on the tape; recorded speech begins with a number. */
    private static final String OVERRIDE = "override ";

    private static final String RULES = "rules";

    /** The beginning of a change of the watched villagers on the tape. */
    private static final String WATCH = "watch ";

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private final TapeMarks tape;
    private final ObjIntConsumer<String> speech;
    private final Supplier<LLMSchedulerSystem> scheduler;
    private final BitSet watched = new BitSet();

    /**
     * Creates the inputs of a village.
     *
     * @param speech delivers what the player says to a villager
     */
    PlayerInputs(
            TapeMarks tape, ObjIntConsumer<String> speech, Supplier<LLMSchedulerSystem> scheduler) {
        this.tape = tape;
        this.speech = speech;
        this.scheduler = scheduler;
    }

    void say(int agent, String text) {
        input(agent + " " + text);
    }

    void override(int agent, @Nullable Layer layer) {
        input(OVERRIDE + agent + " " + (layer == null ? RULES : layer.name()));
    }

    void watch(BitSet agents) {
        if (!agents.equals(watched)) {
            input(WATCH + agents.toString().replaceAll("[^0-9 ]", ""));
        }
    }

    boolean isWatched(int agent) {
        return watched.get(agent);
    }

    private void input(String words) {
        if (!tape.isReplay()) {
            tape.recordInput(words);
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
        boolean override = words.startsWith(OVERRIDE);
        String rest = override ? words.substring(OVERRIDE.length()) : words;
        int blank = rest.indexOf(' ');
        int agent = Integer.parseInt(rest.substring(0, blank));
        String value = rest.substring(blank + 1);
        if (override) {
            scheduler.get().overrideLayer(agent, value.equals(RULES) ? null : Layer.valueOf(value));
        } else {
            speech.accept(value, agent);
        }
    }
}
