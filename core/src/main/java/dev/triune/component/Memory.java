/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.Fluid;
import dev.triune.internal.text.BoundedText;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent's episodes, and opinions of up to {@value #RELATIONS} others; in words, not ids. */
@Fluid(exclude = true)
public class Memory extends Component {
    /** The maximum number of episodes. */
    public static final int EPISODES = 10_000;

    /** The maximum number of relations; the most indifferent one gives way. */
    public static final int RELATIONS = 32;

    /** The maximum number of characters of an episode or of the words of a relation. */
    public static final int TEXT_LIMIT = 240;

    /** The maximum number of characters of a name or a kind. */
    public static final int NAME_LIMIT = 40;

    private static final float REMINDER = 0.1f;

    /** An episode, equal to another that says the same. */
    private record Fact(Episode episode) {
        @Override
        public int hashCode() {
            return episode.textHash();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Fact fact && episode.says(fact.episode);
        }
    }

    /**
     * The number of episodes to keep, 1 to {@value #EPISODES}; the least valuable go first. A value
     * outside counts as the nearest of these.
     */
    public int limit = EPISODES;

    /** The sum of the scores of new episodes since the last reflection. */
    public float unreflected;

    /** The episodes, in the order in which they were first remembered. */
    public final List<Episode> episodes = new NonNullList<>();

    /** The agent's opinions of others, in the order in which it met them. */
    public final List<Relation> relations = new NonNullList<>();

    /** Remembers an event that the agent lived through; see {@link #remember(Episode)}. */
    public void remember(String text, String kind, float score, long tick) {
        remember(new Episode(text, kind, score, tick));
    }

    /**
     * Remembers an episode as one bounded line with a score of 0 to 1; a blank text is ignored. If
     * the same words about the same subject come again, in upper or lower case, the first episode
     * is renewed and its score rises a little; its source stays, unless the agent has now lived it
     * itself. Of two facts {@linkplain Episode#about about} the same the newer stays, and keeps the
     * other as the earlier belief.
     */
    public void remember(Episode told) {
        Episode episode = bounded(Objects.requireNonNull(told, "episode"));
        if (episode.text.isEmpty()) {
            return;
        }
        Episode belief = null;
        for (int i = 0; i < episodes.size(); i++) {
            Episode known = episodes.get(i);
            if (known.says(episode)) {
                renew(known, episode);
                return;
            }
            if (!episode.about.isEmpty() && known.about.equalsIgnoreCase(episode.about)) {
                belief = known;
            }
        }
        if (belief != null && !replace(belief, episode)) {
            return;
        }
        int capacity = Math.max(1, Math.min(EPISODES, limit));
        while (episodes.size() > capacity) {
            episodes.remove(weakest(episode.tick)); // the limit was lowered
        }
        if (episodes.size() < capacity || makeRoom(episode)) {
            episodes.add(episode);
            unreflected += episode.kind.equals(Episode.INSIGHT) ? 0 : episode.score;
        }
    }

    private static Episode bounded(Episode told) {
        Episode episode = new Episode(
                BoundedText.words(told.text, TEXT_LIMIT),
                BoundedText.of(told.kind, NAME_LIMIT),
                within(told.score, 0),
                told.tick,
                BoundedText.of(told.source, NAME_LIMIT));
        episode.about = BoundedText.of(told.about, NAME_LIMIT);
        episode.because = BoundedText.words(told.because, TEXT_LIMIT);
        episode.reflections = told.reflections;
        return episode;
    }

    /** Replaces a belief by a newer one, which records it; false if the new one is older. */
    private boolean replace(Episode belief, Episode replacement) {
        if (replacement.tick < belief.tick) {
            return false;
        }
        replacement.earlier = belief.text;
        replacement.earlierSource = belief.source;
        return episodes.remove(belief);
    }

    /**
     * Whether this memory contains a fact {@linkplain Episode#about about} something that another
     * memory does not contain in the same words. Takes one pass over each, and allocates only if
     * there is a fact.
     */
    public boolean hasFactUnknownTo(@Nullable Memory other) {
        Set<Fact> known = null;
        for (int i = 0; i < episodes.size(); i++) {
            Episode episode = episodes.get(i);
            if (!episode.about.isEmpty()) {
                known = known == null ? factsOf(other) : known;
                if (!known.contains(new Fact(episode))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Set<Fact> factsOf(@Nullable Memory memory) {
        Set<Fact> facts = new HashSet<>();
        for (int i = 0; memory != null && i < memory.episodes.size(); i++) {
            Episode episode = memory.episodes.get(i);
            if (!episode.about.isEmpty()) {
                facts.add(new Fact(episode));
            }
        }
        return facts;
    }

    /**
     * Sets the agent's opinion of somebody, in place of an earlier one. The liking is limited to -1
     * to 1; if the words are empty, the earlier ones stay.
     */
    public void relate(String name, String words, float liking) {
        String who = BoundedText.of(Objects.requireNonNull(name, "name"), NAME_LIMIT);
        if (who.isEmpty()) {
            throw new IllegalArgumentException("the relation has no name (expected words)");
        }
        Relation relation = relation(who).orElseGet(() -> begin(who));
        relation.liking = within(liking, -1);
        String what = BoundedText.words(words, TEXT_LIMIT);
        if (!what.isEmpty()) {
            relation.words = what;
        }
    }

    /** Returns the agent's opinion of somebody, by name. */
    public Optional<Relation> relation(String name) {
        return relations.stream().filter(known -> known.name.equals(name)).findFirst();
    }

    private static void renew(Episode known, Episode again) {
        known.score = within(Math.max(known.score, again.score) + REMINDER, 0);
        known.tick = Math.max(known.tick, again.tick);
        if (again.source.isEmpty()) {
            known.source = "";
        }
    }

    /** Drops the least valuable episode, the oldest of equals; false if that is the new one. */
    private boolean makeRoom(Episode replacement) {
        int weakest = weakest(replacement.tick);
        if (replacement.worth(replacement.tick) < episodes.get(weakest).worth(replacement.tick)) {
            return false;
        }
        episodes.remove(weakest);
        return true;
    }

    private int weakest(long now) {
        int weakest = 0;
        double lowestScore = Double.POSITIVE_INFINITY;
        for (int i = 0; i < episodes.size(); i++) {
            double worth = episodes.get(i).worth(now);
            if (worth < lowestScore) {
                weakest = i;
                lowestScore = worth;
            }
        }
        return weakest;
    }

    private Relation begin(String name) {
        if (relations.size() == RELATIONS) {
            int weakest = 0;
            for (int i = 1; i < relations.size(); i++) {
                if (Math.abs(relations.get(i).liking) < Math.abs(relations.get(weakest).liking)) {
                    weakest = i;
                }
            }
            relations.remove(weakest);
        }
        Relation relation = new Relation(name, "", 0);
        relations.add(relation);
        return relation;
    }

    /** Limits a value to a range from the lowest to 1; NaN counts as 0. */
    private static float within(float value, float lowest) {
        return Float.isNaN(value) ? 0 : Math.max(lowest, Math.min(1, value));
    }

    /** An agent's opinion of somebody. Mutable. */
    public static class Relation {
        /** The name of the other. */
        public String name = "";

        /** The opinion in words; may be empty. */
        public String words = "";

        /** The liking, -1 to 1; 0 is neutral. */
        public float liking;

        /** Creates an empty relation for loaders. */
        public Relation() {}

        /** Creates a relation. */
        public Relation(String name, String words, float liking) {
            this.name = name;
            this.words = words;
            this.liking = liking;
        }
    }
}
