/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.talk;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.habits.smalltalk.SmallTalkRules;
import dev.triune.talk.ConversationConfig;
import dev.triune.talk.ConversationListener.ConversationEffect;
import dev.triune.talk.ConversationListener.ConversationEffect.Information;
import dev.triune.talk.ConversationListener.ConversationEffect.LikingChange;
import dev.triune.talk.SettlementRules;
import dev.triune.talk.Transcript;
import dev.triune.talk.Utterance;
import dev.triune.village.people.Fact;
import dev.triune.village.people.Trait;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Derives the effects of a conversation from its lines: facts, promises, liking. Only villagers who
 * know a fact pass it on, so that each copy has a source; a model that merely says the words passes
 * nothing on. Players pass on any fact they mention. Artemis fills in the mappers. Game thread
 * only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class TalkEffects implements ConversationConfig.EffectRules, SmallTalkRules {
    /** The maximum change of a liking in one conversation. */
    private static final float MAX_LIKING_CHANGE = 0.2f;

    /** The kind of memories of a player's words. */
    static final String QUOTE = "player";

    private static final Pattern OF_A_DAY = Pattern.compile(
            "\\d|\\?|\\b(I (am|could|have)" + "|[Nn]ext I|fire|storehouse|gave|promised|word)\\b");

    private static final float BY_TALKING = 0.01f;
    private static final float BY_KINDNESS = 0.05f;
    private static final float BY_HARSHNESS = -0.08f;
    private static final float FIRST_WARMTH = 0.1f;
    private static final float TRAIT = 1.5f;
    private static final float FACT_SCORE = 1;
    private static final float QUOTE_SCORE = 0.3f;

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory people;

    @Wire
    private VillageFacts villageFacts;

    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Talking> mTalking;

    @Override
    public List<ConversationEffect> effects(Transcript conversation) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < conversation.agents.size(); i++) {
            names.add(mPersona.get(conversation.agents.get(i)).name);
        }
        List<ConversationEffect> all = new ArrayList<>();
        Set<Information> told = new HashSet<>();
        Map<String, Map<String, Float>> changes = new LinkedHashMap<>();
        for (Utterance line : conversation.lines) {
            List<String> hearers = new ArrayList<>(names);
            hearers.remove(line.speaker());
            addChanges(line, hearers, changes);
            hearers.addAll(conversation.players);
            hearers.remove(line.speaker());
            all.addAll(news(line.speaker(), line.fromPlayer(), hearers, line.text(), told));
        }
        all.addAll(conversation.promises());
        if (conversation.settled) {
            addCompany(names, changes);
        }
        changes.forEach(
                (of, each) -> each.forEach((whom, change) -> addLiking(of, whom, change, all)));
        conversation.lines.forEach(line -> addQuotes(line, names, all)); // last, may not fit
        return all;
    }

    /** Returns what hearers learn from a line whose speaker knows the facts it mentions. */
    List<Information> news(
            String from,
            boolean player,
            List<String> hearers,
            String words,
            Set<Information> told) {
        List<Information> news = new ArrayList<>();
        for (Fact fact : villageFacts.facts()) {
            if (!fact.isMentionedIn(words) || !(player || knows(from, fact, told))) {
                continue;
            }
            for (String hearer : hearers) {
                if (!knows(hearer, fact, told)) {
                    Information each =
                            new Information(from, hearer, fact.words(), fact.kind(), FACT_SCORE);
                    told.add(each);
                    news.add(each);
                }
            }
        }
        return news;
    }

    /** Returns the names of those with whom a villager talks. */
    List<String> partners(int agent) {
        IntBag partners = mConversation.get(agent).partners;
        List<String> names = new ArrayList<>();
        for (int i = 0; i < partners.size(); i++) {
            names.add(mPersona.get(partners.get(i)).name);
        }
        return names;
    }

    /** Returns the villager with a name, who must exist. */
    int villager(String name) {
        return people.find(name).orElseThrow();
    }

    /** Returns whether somebody knows a fact or learned it in this conversation. */
    private boolean knows(String name, Fact fact, Set<Information> told) {
        OptionalInt villager = people.find(name);
        return told.stream()
                        .anyMatch(each -> each.to().equals(name) && each.kind().equals(fact.kind()))
                || (villager.isPresent() && fact.isKnownBy(mMemory.get(villager.getAsInt())));
    }

    /** Adds a player's line as a quote for the memories of those addressed. */
    private static void addQuotes(
            Utterance line, List<String> names, List<ConversationEffect> all) {
        for (String name : line.fromPlayer() ? names : List.<String>of()) {
            if (line.to().isEmpty() || line.to().equals(name)) {
                all.add(new Information(line.speaker(), name, line.text(), QUOTE, QUOTE_SCORE));
            }
        }
    }

    private void addChanges(
            Utterance line, List<String> hearers, Map<String, Map<String, Float>> changes) {
        int tone = SpeechAnalyzer.tone(line.text());
        for (String hearer : hearers) {
            Villager villager = mVillager.get(villager(hearer));
            float change = BY_TALKING;
            if (tone > 0) {
                change = BY_KINDNESS * (villager.is(Trait.WARM) ? TRAIT : 1);
            } else if (tone < 0) {
                change = BY_HARSHNESS * (villager.is(Trait.GRUFF) ? TRAIT : 1);
            }
            changes.computeIfAbsent(hearer, name -> new LinkedHashMap<>())
                    .merge(line.speaker(), change, Float::sum);
        }
    }

    /**
     * Adds to the liking between all who talked, for conversations settled without lines, as much
     * as lines do on average: that of a kind one.
     */
    private static void addCompany(List<String> names, Map<String, Map<String, Float>> changes) {
        for (String name : names) {
            for (String other : names) {
                if (!other.equals(name)) {
                    changes.computeIfAbsent(name, none -> new LinkedHashMap<>())
                            .merge(other, BY_KINDNESS, Float::sum);
                }
            }
        }
    }

    /** Whether one of two villagers knows a current fact that the other does not. */
    @Override
    public boolean hasNews(int one, int other) {
        return !tell(one, other).isEmpty() || !tell(other, one).isEmpty();
    }

    /** Returns the first current fact that only the first of two villagers knows. */
    @Override
    public String tell(int one, int other) {
        for (Fact fact : villageFacts.facts()) {
            boolean isPast = fact.kind().equals(VillageFacts.FEAST)
                    && Calendar.day(village.tick()) > VillageFacts.FEAST_DAY;
            if (!isPast
                    && fact.isKnownBy(mMemory.get(one))
                    && !fact.isKnownBy(mMemory.get(other))) {
                return fact.words();
            }
        }
        return "";
    }

    /** Whether a line is small talk, and true in the mouth of another: not of somebody's day. */
    @Override
    public boolean mayRepeat(String line) {
        return !OF_A_DAY.matcher(line).find()
                && SpeechAnalyzer.tone(line) >= 0
                && SpeechAnalyzer.promise(line).isEmpty()
                && villageFacts.facts().stream().noneMatch(fact -> fact.isMentionedIn(line));
    }

    /** Whether a villager has not said a line of late, to whomever. */
    @Override
    public boolean maySay(int agent, String line) {
        int phrase = Talking.phrase(line, List.of(SettlementRules.PARTNER));
        return mTalking.get(agent).said.stream().noneMatch(said -> said.phrase == phrase);
    }

    private void addLiking(String of, String whom, float change, List<ConversationEffect> all) {
        int villager = villager(of);
        float within = Math.max(-MAX_LIKING_CHANGE, Math.min(MAX_LIKING_CHANGE, change));
        float before = mMemory.get(villager)
                .relation(whom)
                .map(known -> known.liking)
                .orElse(mVillager.get(villager).is(Trait.WARM) ? FIRST_WARMTH : 0);
        float after = Math.max(-1, Math.min(1, before + within));
        if (after != before) {
            all.add(new LikingChange(of, whom, after - before, after));
        }
    }
}
