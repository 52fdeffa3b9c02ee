/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import com.artemis.utils.IntBag;
import dev.triune.action.Step;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Conversation;
import dev.triune.component.Episode;
import dev.triune.component.Journal;
import dev.triune.component.Layer;
import dev.triune.component.Memory;
import dev.triune.component.Needs;
import dev.triune.component.Persona;
import dev.triune.llm.Ticket;
import dev.triune.talk.Utterance;
import dev.triune.village.lab.ClaimCheck.Claim;
import dev.triune.village.lab.ClaimCheck.Kind;
import dev.triune.village.people.Player;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.people.Villager;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.sim.SimulationObserver;
import dev.triune.village.world.Building;
import dev.triune.village.world.BuildingSite;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges what villagers say, line by line, when they say it: whether it is true and particular, or
 * contradicts what the speaker knows, whether it answers the question before it, and whether the
 * speaker said it before. It changes nothing. Lines to visitors are left out. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class TruthJudge implements SimulationObserver {
    /** For how long a phrase counts as said, in ticks. */
    private static final long REMEMBERED = 3L * Calendar.TICKS_PER_DAY;

    /** The longest time between a snapshot and the last word of the answer, in ticks. */
    private static final int WRITING = 400;

    private static final int ANSWERED_WITHIN = 600;
    private static final int SAMPLES = 40;
    private static final int VIEWS = 8;

    private static final Pattern PUNCTUATION = Pattern.compile("[^\\p{L}\\d: ]");

    /** A kind of question, how it is recognized, and the kinds of claims that answer it. */
    @SuppressWarnings("ImmutableEnumChecker") // the sets are unmodifiable
    private enum Question {
        REQUEST("^(will|could|can|would) you \\w+", Kind.PLAN),
        DAY(
                "what (did|have) you (do|done)|how was your (day|morning)|where have you been"
                        + "|what kept you|how did the work go",
                Kind.DEED),
        PROMISE("promise|your word|did you do what|have you done what", Kind.AGREEMENT),
        SOURCE("who (told|says|said)|from whom|where did you hear", Kind.NEWS),
        STOCK(
                "how much|how many|enough|short of|what (is|are) (lacking|missing)|do we lack",
                Kind.STOCK),
        FIRE("\\bfire\\b", Kind.FIRE),
        STORM("\\bstorm\\b", Kind.STORM),
        NEXT(
                "what next|what will you|where are you going|what are you (about|going) to",
                Kind.PLAN),
        BODY(
                "are you (well|hungry|tired|cold)|have you eaten|how are you|did you (sleep|eat)",
                Kind.NEED,
                Kind.DEED),
        NEWS(
                "have you heard|what is new|any news|what news|did you see",
                Kind.NEWS,
                Kind.DEED,
                Kind.BUILDING,
                Kind.PERSON),
        BUILDING("\\b(" + String.join("|", Building.labels()) + ")\\b", Kind.BUILDING);

        private final Pattern words;
        private final Set<Kind> answers;

        Question(String words, Kind... answers) {
            this.words = Pattern.compile(words);
            this.answers = Set.of(answers);
        }

        private static @Nullable Question of(String line) {
            String[] sentences = line.substring(0, line.lastIndexOf('?')).split("[.!?:;] ", -1);
            String text = sentences[sentences.length - 1].toLowerCase(Locale.ROOT);
            return Stream.of(values())
                    .filter(each -> each.words.matcher(text).find())
                    .findFirst()
                    .orElse(null);
        }
    }

    /** The words that answer a question that no claim answers: nothing, yes, or no. */
    private static final Pattern NO_CLAIM = Pattern.compile(
            "^(\\w+, )?(here|yes|no|nothing|nobody|not|gladly|i (do not|don't) know|i have not)\\b.*");

    private record Asked(@Nullable Question question, long tick, String line) {}

    private record Seen(long tick, Map<Resource, Integer> stored, int fuel) {}

    private final Deque<Seen> seen = new ArrayDeque<>();
    private final Map<Integer, Asked> asked = new HashMap<>();
    private final Map<Integer, Utterance> planned = new HashMap<>();
    private final Map<Integer, Deque<String>> heard = new HashMap<>();
    private final Map<String, Long> said = new HashMap<>();
    private final List<String> samples = new ArrayList<>();
    private long lines;
    private long particular;
    private long contradictions;
    private long questions;
    private long answered;
    private long repeated;
    private long smallTalk;

    @Wire
    private Village village;

    @Wire
    private VillagerDirectory directory;

    @Wire
    private VillageFacts facts;

    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Needs> mNeeds;
    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Memory> mMemory;
    private ComponentMapper<Villager> mVillager;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<BehaviorQueue> mQueue;

    /**
     * The figures of all lines.
     *
     * @param lines the lines of villagers to each other
     * @param particular those that name something true and particular
     * @param contradictions those that contradict what the speaker knows
     * @param questions the questions that were answered by a line
     * @param answered those answered as asked
     * @param repeated the lines in words of the same speaker in the three days before
     * @param smallTalk the lines that claim, ask and answer nothing in particular
     * @param samples the first contradictions and questions not answered, and what was said again
     */
    record TruthFigures(
            long lines,
            long particular,
            long contradictions,
            long questions,
            long answered,
            long repeated,
            long smallTalk,
            List<String> samples) {}

    TruthFigures figures() {
        return new TruthFigures(
                lines,
                particular,
                contradictions,
                questions,
                answered,
                repeated,
                smallTalk,
                List.copyOf(samples));
    }

    @Override
    public void stepDone(int agent, Step step) {
        look(); // what the storehouse holds changes by steps
    }

    @Override
    public void stepStarted(int agent, Step step) {
        look();
    }

    @Override
    public void reflexEnded(int agent, String behavior) {
        look(); // and by meals
    }

    private void look() {
        Map<Resource, Integer> stored = new EnumMap<>(Resource.class);
        for (Resource resource : Resource.values()) {
            stored.put(resource, village.store().get(resource));
        }
        if (!seen.isEmpty()) { // the fire may have been fed in this tick
            Seen last = seen.getLast();
            int burnt = (int) (village.tick() - last.tick());
            seen.addLast(new Seen(village.tick(), last.stored(), Math.max(0, last.fuel() - burnt)));
        }
        seen.addLast(new Seen(
                village.tick(), stored, village.buildings().campfires().get(0).fuel()));
        Seen first = seen.removeFirst();
        while (!seen.isEmpty() && seen.getFirst().tick() < village.tick() - WRITING) {
            first = seen.removeFirst();
        }
        seen.addFirst(first); // what it was when the time began
    }

    @Override
    public void spoke(int agent, Utterance line) {
        if (line.fromPlayer() || line.brokenOff() || Player.isVisitor(line.to())) {
            return;
        }
        look();
        SpeakerView view = view(agent, line);
        List<Claim> claims = ClaimCheck.claims(line.text(), view);
        Asked before = asked.remove(agent);
        boolean isQuestion = line.text().contains("?");
        Question asks = isQuestion ? Question.of(line.text()) : null;
        boolean answers = before != null && line.tick() - before.tick() <= ANSWERED_WITHIN;
        boolean fits = before != null && answers && fits(before, claims, line.text());
        lines++;
        questions += answers ? 1 : 0;
        answered += fits ? 1 : 0;
        smallTalk += claims.isEmpty() && asks == null && !fits ? 1 : 0;
        boolean again = repeats(line, view.people());
        repeated += again ? 1 : 0;
        if (again && samples.size() < SAMPLES) {
            samples.add(line + " [said again]");
        }
        if (before != null && answers && !fits && samples.size() < SAMPLES) {
            samples.add(before.line() + " -> " + line + " [not answered]");
        }
        pass(line, isQuestion ? new Asked(asks, line.tick(), line.text()) : null, view);
        if (claims.stream().allMatch(claim -> claim.holds() || claim.kind() == Kind.PLAN)) {
            judgeLater(agent, line, claims);
        } else {
            judge(line, claims);
        }
    }

    /** Judges a line when the answer that it is from has ordered all its steps. */
    private void judgeLater(int agent, Utterance line, List<Claim> claims) {
        if (claims.stream().allMatch(Claim::holds)) {
            judge(line, claims);
        } else {
            planned.put(agent, line);
        }
    }

    @Override
    public void answerEnded(int agent, Layer layer, Ticket ticket, AnswerStatus end) {
        Utterance line = planned.remove(agent);
        if (line != null) {
            judge(line, ClaimCheck.claims(line.text(), view(agent, line)));
        }
    }

    private void judge(Utterance line, List<Claim> claims) {
        boolean contradicts = claims.stream().anyMatch(claim -> !claim.holds());
        particular += !contradicts && claims.stream().anyMatch(Claim::particular) ? 1 : 0;
        contradictions += contradicts ? 1 : 0;
        for (Claim claim : claims) {
            if (!claim.holds() && samples.size() < SAMPLES) {
                samples.add(line + " [" + claim.kind() + ": " + claim.words() + "]");
            }
        }
    }

    private static boolean fits(Asked asked, List<Claim> claims, String text) {
        Question question = asked.question();
        return question != null
                && (claims.stream().anyMatch(claim -> question.answers.contains(claim.kind()))
                        || NO_CLAIM.matcher(text.toLowerCase(Locale.ROOT)).matches());
    }

    /** Returns whether the speaker said the same in the last days, whomever it addressed. */
    private boolean repeats(Utterance line, List<String> people) {
        String words = line.text();
        for (String person : people) {
            words = words.replaceAll(",? ?\\b" + Pattern.quote(person) + "\\b[,:]?(?=[.!?]|$)", "")
                    .replaceAll("^" + Pattern.quote(person) + "[,:] ", "");
        }
        String phrase = PUNCTUATION
                .matcher(words.toLowerCase(Locale.ROOT))
                .replaceAll("")
                .strip();
        said.values().removeIf(tick -> line.tick() - tick > REMEMBERED);
        return said.put(line.speaker() + ": " + phrase, line.tick()) != null;
    }

    /** Passes the line on to those who hear it, and the question to whom it is for. */
    private void pass(Utterance line, @Nullable Asked question, SpeakerView view) {
        for (String hearer : view.partners()) {
            directory.find(hearer).ifPresent(other -> {
                Deque<String> known = heard.computeIfAbsent(other, none -> new ArrayDeque<>());
                known.addLast(line.text());
                while (known.size() > VIEWS) {
                    known.removeFirst();
                }
                boolean isFor = line.to().isEmpty()
                        ? view.partners().size() == 1
                        : line.to().equals(hearer);
                if (isFor && question != null) {
                    asked.put(other, question);
                } else if (isFor) {
                    asked.remove(other);
                }
            });
        }
    }

    // ---- what the speaker knows

    private SpeakerView view(int agent, Utterance line) {
        List<String> partners = new ArrayList<>();
        IntBag others = mConversation.get(agent).partners;
        for (int i = 0; i < others.size(); i++) {
            partners.add(mPersona.get(others.get(i)).name);
        }
        if (!line.to().isEmpty() && !partners.contains(line.to())) {
            partners.add(line.to());
        }
        String own = mPersona.get(agent).name;
        List<String> people = directory.all().stream()
                .map(each -> mPersona.get(each).name)
                .filter(name -> name.equals(own) || line.text().contains(name))
                .toList();
        Needs needs = mNeeds.get(agent);
        Villager villager = mVillager.get(agent);
        Journal journal = mJournal.create(agent);
        List<Episode> episodes = mMemory.get(agent).episodes;
        return new SpeakerView(
                village.tick(),
                own,
                partners,
                people,
                new SpeakerView.Body(
                        needs.hunger,
                        needs.temperature,
                        needs.energy,
                        needs.health,
                        villager.ill,
                        villager.carries.amountsByResource()),
                new SpeakerView.Life(
                        journal.deeds, journal.agreements, episodes, journal.people, plan(agent)),
                sight(),
                facts.facts(),
                List.copyOf(heard.getOrDefault(agent, new ArrayDeque<>())));
    }

    private List<String> plan(int agent) {
        BehaviorQueue queue = mQueue.get(agent);
        return Stream.concat(queue.wholePlan().stream(), queue.ahead().stream())
                .map(queued -> queued.step.toString())
                .toList();
    }

    private SpeakerView.Sight sight() {
        long tick = village.tick();
        Map<Building, Integer> built = new EnumMap<>(Building.class);
        for (Building building : Building.values()) {
            built.put(building, village.buildings().builtCount(building));
        }
        Map<Building, Set<Integer>> begun = new EnumMap<>(Building.class);
        for (BuildingSite site : village.buildings().unfinished()) {
            int done = village.buildings().work(site);
            if (done > 0) {
                begun.computeIfAbsent(site.building(), none -> new HashSet<>())
                        .add(100 * done / site.building().ticks());
            }
        }
        return new SpeakerView.Sight(
                seen.stream().map(Seen::stored).toList(),
                seen.stream().map(Seen::fuel).toList(),
                village.weather().isStormForecast(tick) ? village.weather().stormStart(tick) : -1,
                village.isStorm(),
                built,
                begun);
    }
}
