/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Senses;
import dev.triune.component.Speech;
import dev.triune.village.people.Player;
import dev.triune.village.people.Villager;
import dev.triune.village.world.Village;

/**
 * Dialogue of the player with villagers, outside of turns. A villager keeps what the player said
 * until it answers. Artemis fills in the mappers. Game thread only.
 */
final class PlayerDialogue {
    private static final float SCORE = 0.3f;

    private final Village village;
    private final SpeechEffects impressions;
    private final TalkListener listener;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Conversation> mConversation;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Talking> mTalking;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Senses> mSenses;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Villager> mVillager;

    @SuppressWarnings("NullAway.Init")
    private ComponentMapper<Memory> mMemory;

    PlayerDialogue(Village village, SpeechEffects speechEffects, TalkListener listener) {
        this.village = village;
        this.impressions = speechEffects;
        this.listener = listener;
    }

    /** Has the player say something to a villager. */
    void hear(int agent, String text) {
        mSenses.get(agent).hear(new Speech(Player.NAME, text, village.tick()));
        impressions.applyFromPlayer(agent, text);
        listener.lineSpoken(TalkListener.PLAYER, new int[] {agent}, text);
    }

    /** Returns whether a villager's next words are for the player. */
    boolean isDue(int agent) {
        Senses senses = mSenses.get(agent);
        Speech last = senses.heard.peekLast();
        if (last == null || isPlayers(last)) {
            return last != null;
        }
        return mConversation.get(agent).active
                && !mTalking.get(agent).holds
                && senses.heard.stream().anyMatch(PlayerDialogue::isPlayers);
    }

    /** Has a villager answer; it remembers what the player said, as a quote with its source. */
    void answer(int speaker, String text) {
        Senses senses = mSenses.get(speaker);
        for (Speech line : senses.heard) {
            if (isPlayers(line)) {
                mMemory.get(speaker)
                        .remember(new Episode(
                                line.text(), "player", SCORE, village.tick(), Player.NAME));
            }
        }
        senses.heard.removeIf(PlayerDialogue::isPlayers);
        senses.unattended = Math.min(senses.unattended, senses.heard.size());
        mVillager.get(speaker).linesSaid++;
        impressions.applyToPlayer(speaker, text);
        listener.lineSpoken(speaker, new int[] {TalkListener.PLAYER}, text);
    }

    private static boolean isPlayers(Speech line) {
        return line.speaker().equals(Player.NAME);
    }
}
