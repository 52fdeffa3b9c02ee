/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.component.Relation;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Player;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Village;

/**
 * Applies the effects of speech on those who hear it: facts, promises, liking. Only a villager that
 * knows a fact passes it on, so that each copy has a source; a model that merely says its words
 * passes nothing on. The player counts as knowing what it says. Artemis fills in the mappers. Game
 * thread only.
 */
final class SpeechEffects {
    /** The largest change of a liking within one conversation. */
    static final float MOST = 0.2f;

    private static final float BY_TALKING = 0.01f;
    private static final float BY_KINDNESS = 0.05f;
    private static final float BY_HARSHNESS = -0.08f;
    private static final float FIRST_WARMTH = 0.1f;
    private static final float TRAIT = 1.5f;
    private static final float FACT_SCORE = 1;
    private static final float PROMISE_SCORE = 0.35f;

    private final Village village;
    private final VillageFacts lore;
    private final TalkListener listener;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Persona> mPersona;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    SpeechEffects(Village village, VillageFacts villageFacts, TalkListener listener) {
        this.village = village;
        this.lore = villageFacts;
        this.listener = listener;
    }

    /** Applies a villager's words to other villagers; promises are made to the one addressed. */
    void apply(int speaker, int addressed, IntBag hearers, String text) {
        shareFacts(speaker, hearers, text);
        promise(speaker, addressed, text);
        for (int i = 0; i < hearers.size(); i++) {
            changeLiking(speaker, hearers.get(i), text);
        }
    }

    /** Applies the player's words to a villager. */
    void applyFromPlayer(int hearer, String text) {
        for (Fact fact : lore.facts()) {
            if (fact.isMentionedIn(text)) {
                shareFact(TalkListener.PLAYER, hearer, fact);
            }
        }
        changeLiking(TalkListener.PLAYER, hearer, text);
    }

    /** Applies a villager's words to the player. */
    void applyToPlayer(int speaker, String text) {
        for (Fact fact : lore.facts()) {
            if (fact.isMentionedIn(text) && knows(speaker, fact)) {
                listener.outcome(
                        new TalkOutcome.FactShared(speaker, TalkListener.PLAYER, fact.kind()));
            }
        }
        promise(speaker, TalkListener.PLAYER, text);
    }

    /** Passes on the facts that a villager knows and mentions. */
    void shareFacts(int speaker, IntBag hearers, String text) {
        for (Fact fact : lore.facts()) {
            if (fact.isMentionedIn(text) && knows(speaker, fact)) {
                for (int i = 0; i < hearers.size(); i++) {
                    shareFact(speaker, hearers.get(i), fact);
                }
            }
        }
    }

    /** Returns whether a villager has a memory of that kind. */
    private boolean knows(int agent, Fact fact) {
        for (Episode episode : mMemory.get(agent).episodes) {
            if (episode.kind.equals(fact.kind())) {
                return true;
            }
        }
        return false;
    }

    private void shareFact(int from, int to, Fact fact) {
        if (knows(to, fact)) {
            return;
        }
        mMemory.get(to)
                .remember(new Episode(
                        fact.words(), fact.kind(), FACT_SCORE, village.tick(), nameOf(from)));
        listener.outcome(new TalkOutcome.FactShared(from, to, fact.kind()));
    }

    private void promise(int from, int to, String text) {
        SpeechAnalyzer.promise(text).ifPresent(words -> {
            long now = village.tick();
            mMemory.get(from)
                    .remember(
                            "you promised " + nameOf(to) + ": " + words,
                            "promise",
                            PROMISE_SCORE,
                            now);
            if (to != TalkListener.PLAYER) { // words of another: with their source, as a quote
                mMemory.get(to)
                        .remember(new Episode(
                                nameOf(from) + " promised you: " + words,
                                "promise",
                                PROMISE_SCORE,
                                now,
                                nameOf(from)));
            }
            listener.outcome(new TalkOutcome.PromiseMade(from, to, words));
        });
    }

    private void changeLiking(int speaker, int hearer, String text) {
        int tone = SpeechAnalyzer.tone(text);
        Villager villager = mVillager.get(hearer);
        float change = BY_TALKING;
        String words = "";
        if (tone > 0) {
            change = BY_KINDNESS * (villager.is(Trait.WARM) ? TRAIT : 1);
            words = "had kind words for you";
        } else if (tone < 0) {
            change = BY_HARSHNESS * (villager.is(Trait.GRUFF) ? TRAIT : 1);
            words = "spoke harshly to you";
        }
        adjustLiking(hearer, speaker, change, words);
    }

    /** Changes a liking, within the limit of one conversation. */
    private void adjustLiking(int of, int whom, float change, String words) {
        String name = nameOf(whom);
        Relation tally = relationOf(mTalking.get(of), name);
        float within = Math.max(-MOST, Math.min(MOST, tally.liking + change)) - tally.liking;
        float before = mMemory.get(of)
                .relation(name)
                .map(known -> known.liking)
                .orElse(mVillager.get(of).is(Trait.WARM) ? FIRST_WARMTH : 0);
        float after = Math.max(-1, Math.min(1, before + within));
        if (after == before) {
            return;
        }
        tally.liking += within;
        mMemory.get(of).relate(name, words, after);
        listener.outcome(new TalkOutcome.RelationChanged(of, whom, after - before, after));
    }

    /**
     * Stores a frequent memory with a score of its own, which does not outweigh days and facts.
     */
    static void replaceEpisode(Memory memory, Episode episode) {
        memory.episodes.removeIf(known -> known.text.equals(episode.text));
        memory.remember(episode);
    }

    /** Returns how far this conversation has changed the liking of a person. */
    static Relation relationOf(Talking talking, String name) {
        for (Relation known : talking.tally) {
            if (known.name.equals(name)) {
                return known;
            }
        }
        Relation fresh = new Relation(name, "", 0);
        talking.tally.add(fresh);
        return fresh;
    }

    private String nameOf(int agent) {
        return agent == TalkListener.PLAYER ? Player.NAME : mPersona.get(agent).name;
    }
}
