/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.MindConfig;
import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.Field;
import dev.triune.action.VisibleObject;
import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Behavior;
import dev.triune.component.Conversation;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Acquaintance;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.internal.inject.GameObjects;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.AgentSnapshot.AgreementLine;
import dev.triune.prompt.AgentSnapshot.DeedLine;
import dev.triune.prompt.AgentSnapshot.Life;
import dev.triune.prompt.AgentSnapshot.PersonLine;
import dev.triune.prompt.AgentSnapshot.RoleLine;
import dev.triune.prompt.AgentSnapshot.TalkLine;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import dev.triune.prompt.Perception;
import dev.triune.prompt.PromptBuilder.GameTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts an agent's journal and the people who matter now in words: those who talk with it, are spoken
 * of, or are near. Changes nothing. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class LifeReader {
    private static final int DEEDS = 14;
    private static final int OPEN = 4;
    private static final int SETTLED = 3;
    private static final int PEOPLE = 10;
    private static final int OTHERS = 16;
    private static final int EARLIER_LINES = 4;
    private static final int SPOKEN_LINES = 3;

    /** The length of words that say little. */
    private static final int GREETING = 20;

    /** How long after a talk its last lines are still in mind. */
    private static final Duration IN_MIND = Duration.ofMinutes(5);

    /** Lines of which the time is said once are at most so far apart. */
    private static final Duration TOGETHER = Duration.ofMinutes(1);

    private static final int STEM = 4;
    private static final int SHORTEST_WORD = 3;
    private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

    /** How long after it is made, or ends, an agreement is in mind though there is nothing to do. */
    private static final Duration AGREED_IN_MIND = Duration.ofMinutes(5);

    private final GameClock clock;
    private final Perception perception;
    private final Wording wording;
    private final @Nullable GameTime gameTime;
    private final boolean acquainted;
    private final Set<String> vocabulary;

    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Conversation> mConversation;
    private EntitySubscription persons;

    LifeReader(MindConfig config, GameClock clock) {
        this.clock = clock;
        this.perception = config.perception();
        this.wording = config.catalog().wording();
        this.gameTime = config.gameTime();
        this.acquainted = config.acquainted();
        this.vocabulary = vocabulary(config.catalog());
    }

    void inject(World world) {
        world.inject(this);
        persons = world.getAspectSubscriptionManager().get(Aspect.all(Persona.class));
    }

    /**
     * Returns what an agent knows of its own life.
     *
     * @param shown what else its prompt shows
     * @param partners the names of those in its conversation
     */
    Life read(int agent, AgentSnapshot shown, Collection<String> partners) {
        Journal journal = mJournal.get(agent);
        Set<String> talking = new LinkedHashSet<>(shown.addressers());
        talking.addAll(partners);
        talking.remove(shown.person().name());
        if (journal != null && talking.isEmpty()) {
            addRecent(journal, talking);
        }
        List<AgreementLine> agreements =
                journal == null ? List.of() : agreements(agent, journal, talking);
        List<PersonLine> people = people(agent, journal, shown, talking, agreements);
        return new Life(
                journal == null
                        ? List.of()
                        : deeds(journal, shown.troubles(), quoted(shown, people)),
                agreements,
                people,
                others(agent, journal, people));
    }

    /** Adds those with whom the agent has just talked. */
    private void addRecent(Journal journal, Set<String> talking) {
        long since = clock.tick() - clock.ticks(IN_MIND);
        for (int i = journal.people.size() - 1; i >= 0 && talking.size() < 2; i--) {
            if (journal.people.get(i).talkedAt >= since) {
                talking.add(journal.people.get(i).name);
            }
        }
    }

    /** Returns the memories that a prompt does not show already, as what was said or agreed. */
    List<RetrievedMemory> withoutShown(AgentSnapshot shown, Life life) {
        Set<String> texts = new LinkedHashSet<>();
        texts.addAll(quoted(shown, life.people()));
        shown.heard().forEach(quote -> texts.add(quote.text()));
        life.agreements().forEach(each -> texts.add(each.request()));
        return shown.memories().stream()
                .filter(memory -> memory.earlier() != null || !texts.contains(memory.text()))
                .toList();
    }

    /** Returns what a prompt quotes of talks. */
    private static Set<String> quoted(AgentSnapshot shown, List<PersonLine> people) {
        Set<String> texts = new LinkedHashSet<>();
        shown.talkLines().forEach(line -> texts.add(line.text()));
        for (PersonLine person : people) {
            texts.add(person.firstWords());
            texts.add(person.lastWords());
            person.earlier().forEach(line -> texts.add(line.text()));
        }
        return texts;
    }

    String when(long tick) {
        if (tick == Mind.NEVER) {
            return "";
        }
        if (gameTime != null) {
            return gameTime.when(tick, clock.tick());
        }
        long minutes = clock.duration(Math.max(0, clock.tick() - tick)).toMinutes();
        if (minutes < 2) {
            return wording.say(minutes == 0 ? Text.JUST_NOW : Text.MINUTE_AGO);
        }
        if (minutes < 120) {
            return wording.say(Text.MINUTES_AGO, minutes);
        }
        return minutes < 48 * 60
                ? wording.say(Text.HOURS_AGO, minutes / 60)
                : wording.say(Text.DAYS_AGO, minutes / (24 * 60));
    }

    // ---- deeds and agreements

    /** Returns what the agent did lately, without the words of what the prompt quotes of talks. */
    private List<DeedLine> deeds(Journal journal, List<String> troubles, Set<String> quoted) {
        List<DeedLine> lines = new ArrayList<>();
        for (Deed deed : journal.deeds.subList(
                Math.max(0, journal.deeds.size() - DEEDS), journal.deeds.size())) {
            boolean reported = deed.kind == Deed.Kind.FAILED
                    && troubles.contains(deed.step + ": " + deed.note);
            String what = deed.kind == Deed.Kind.REFLEX
                    ? SnapshotTaker.wordsFor(wording, deed.step.type())
                    : SnapshotTaker.words(deed.step);
            for (String value : deed.step.arguments().values()) {
                boolean said = value.indexOf(' ') > 0 && quoted.contains(value);
                what = said ? what.replace(" " + value, "") : what;
            }
            if (!reported) {
                lines.add(new DeedLine(
                        deed.kind,
                        deed.kind == Deed.Kind.EVENT ? "" : what,
                        deed.note,
                        deed.place,
                        deed.isSum() ? 1 : deed.times,
                        when(deed.until)));
            }
        }
        return lines;
    }

    /**
     * Returns the agreements that matter, the oldest first: what the agent owes and can do, what is
     * between it and those with whom it talks, and what was agreed or settled lately.
     */
    private List<AgreementLine> agreements(int agent, Journal journal, Set<String> talking) {
        List<AgreementLine> lines = new ArrayList<>();
        long since = clock.tick() - clock.ticks(AGREED_IN_MIND);
        int open = 0;
        int settled = 0;
        for (int i = journal.agreements.size() - 1; i >= 0; i--) {
            Agreement each = journal.agreements.get(i);
            boolean near = talking.contains(each.with);
            boolean possible = each.own && each.open() && (each.ordered || canDo(agent, each));
            boolean shown = each.open()
                    ? (near || isInMind(each, possible)) && open++ < OPEN
                    : (near || each.settledAt >= since) && settled++ < SETTLED;
            if (shown) {
                lines.add(0, line(each, possible, isInMind(each, possible)));
            }
        }
        return lines;
    }

    /** Whether an open agreement is shown whoever is near: it can be kept, or was made lately. */
    private boolean isInMind(Agreement open, boolean possible) {
        return possible || open.madeAt >= clock.tick() - clock.ticks(AGREED_IN_MIND);
    }

    /**
     * Whether an agent owes something that its plans may keep or give up: what its plan prompts number,
     * so that the schema of answers asks for it if, and only if, they do.
     */
    boolean owes(int agent) {
        Journal journal = mJournal.get(agent);
        int open = 0;
        for (int i = journal == null ? -1 : journal.agreements.size() - 1; i >= 0; i--) {
            Agreement each = journal.agreements.get(i);
            boolean possible = each.open() && each.own && (each.ordered || canDo(agent, each));
            if (each.open() && isInMind(each, possible) && open++ < OPEN && isNumbered(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNumbered(Agreement each) {
        return each.own && each.stepsLeft == 0; // else its steps decide, no plan
    }

    private AgreementLine line(Agreement each, boolean possible, boolean inMind) {
        boolean vague = each.own && each.open() && !possible;
        return new AgreementLine(
                isNumbered(each) && inMind ? each.number : 0,
                each.with,
                each.own,
                each.request,
                each.answer,
                each.what,
                each.state,
                vague ? wording.say(Text.NO_ACTION_FOR_IT) : each.reason,
                when(each.askedAt == Mind.NEVER ? each.madeAt : each.askedAt),
                when(each.madeAt),
                when(each.settledAt),
                each.planned || each.plannedAhead || each.stepsLeft > 0);
    }

    /**
     * Whether what the agent owes names an action, a value of one, something in sight, or a person
     * besides the one to whom it is owed: otherwise nothing it can do is known to keep it.
     */
    private boolean canDo(int agent, Agreement owed) {
        String words = owed.what.isEmpty() ? owed.answer + " " + owed.request : owed.what;
        String text = words.toLowerCase(Locale.ROOT);
        if (stems(text).anyMatch(vocabulary::contains)) {
            return true;
        }
        Senses senses = mSenses.get(agent);
        for (VisibleObject seen : senses == null ? List.<VisibleObject>of() : senses.visible) {
            if (hasWord(text, seen.name()) || hasWord(text, seen.kind())) {
                return true;
            }
        }
        IntBag all = persons.getEntities();
        for (int i = 0; i < all.size(); i++) {
            Persona persona = mPersona.get(all.get(i)); // null if it was removed in this tick
            boolean third = persona != null
                    && all.get(i) != agent
                    && !owed.with.equals(persona.name)
                    && (hasWord(text, persona.name) || hasWord(text, persona.role));
            if (third) {
                return true;
            }
        }
        return false;
    }

    /** Returns the stems of all that a catalog can name: in other languages also those of its help. */
    private static Set<String> vocabulary(ActionCatalog catalog) {
        StringBuilder text = new StringBuilder();
        for (String action : catalog.names()) {
            if (!catalog.isSelfAction(action)) {
                text.append(action).append(' ');
                for (Field field : catalog.fields(action)) {
                    boolean choice = field instanceof Field.Choice;
                    text.append(choice ? field.values(catalog.wording()) : "").append(' ');
                }
            }
        }
        if (!catalog.wording().own().isEmpty()) { // names of actions may stay English
            text.append(catalog.help(AnswerForm.PLAN));
        }
        return stems(text.toString().toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    private static Stream<String> stems(String text) {
        return NO_LETTERS
                .splitAsStream(text)
                .filter(word -> word.length() >= SHORTEST_WORD)
                .map(word -> word.length() <= STEM ? word : word.substring(0, STEM));
    }

    // ---- people

    private List<PersonLine> people(
            int agent,
            @Nullable Journal journal,
            AgentSnapshot shown,
            Set<String> talking,
            List<AgreementLine> agreements) {
        Set<String> names = new LinkedHashSet<>(talking);
        Set<String> spokenOf = spokenOf(agent, journal, shown);
        names.addAll(spokenOf);
        Senses senses = mSenses.get(agent);
        IntBag near = senses == null ? new IntBag(0) : senses.nearby;
        for (int i = 0; i < near.size(); i++) {
            names.add(nameOf(near.get(i)));
        }
        names.addAll(shown.surroundings().nearby());
        names.remove(shown.person().name());
        List<PersonLine> lines = new ArrayList<>();
        for (String name : names) {
            if (lines.size() == PEOPLE) {
                break;
            }
            boolean matters = talking.contains(name) || spokenOf.contains(name);
            lines.add(person(
                    agent,
                    name,
                    journal,
                    shown,
                    near,
                    matters,
                    talking.contains(name),
                    agreements));
        }
        return lines;
    }

    private PersonLine person(
            int agent,
            String name,
            @Nullable Journal journal,
            AgentSnapshot shown,
            IntBag near,
            boolean matters,
            boolean talks,
            List<AgreementLine> agreements) {
        int entity = -1;
        for (int i = 0; i < near.size() && entity < 0; i++) {
            boolean same = nameOf(near.get(i)).equals(name);
            entity = same ? near.get(i) : -1;
        }
        boolean isNear = entity >= 0 || shown.surroundings().nearby().contains(name);
        entity = entity < 0 && (acquainted || isNear) ? find(name) : entity;
        Persona persona = GameObjects.find(mPersona, entity);
        Acquaintance met = journal == null ? null : journal.acquaintance(name);
        String known = met == null ? "" : met.role;
        List<TalkLine> earlier = talks && met != null ? earlier(met, shown, agreements) : List.of();
        String last = !matters || met == null || talks ? "" : lastWords(met);
        String first = !matters
                        || met == null
                        || met.firstWords.equals(last)
                        || isShown(met.firstWords, earlier, shown, agreements)
                ? ""
                : met.firstWords;
        return new PersonLine(
                name,
                persona == null || persona.role.isEmpty() ? known : persona.role,
                isNear,
                isNear ? doing(agent, entity) : "",
                isNear && persona != null ? perception.appearance(agent, entity) : "",
                matters && met != null ? when(talks ? talkedBefore(met, shown) : met.talkedAt) : "",
                first,
                last,
                earlier);
    }

    /** Returns what somebody near is seen to do; empty if it is free. */
    private String doing(int agent, int other) {
        Behavior behavior = GameObjects.find(mBehavior, other);
        Conversation talk = GameObjects.find(mConversation, other);
        if (behavior != null && behavior.asleep) {
            return wording.say(Text.ASLEEP);
        }
        if (talk != null && talk.active && !talk.partners.contains(agent)) {
            return talk.partners.isEmpty()
                    ? wording.say(Text.TALKS)
                    : wording.say(Text.TALKS_TO, nameOf(talk.partners.get(0)));
        }
        return behavior == null || behavior.idle() || (talk != null && talk.active)
                ? ""
                : SnapshotTaker.wordsFor(wording, behavior.name);
    }

    private String nameOf(int entity) {
        return Persona.nameOf(GameObjects.find(mPersona, entity));
    }

    private static boolean isShown(
            String words,
            List<TalkLine> earlier,
            AgentSnapshot shown,
            List<AgreementLine> agreements) {
        boolean there = false;
        for (AgreementLine each : agreements) {
            there |= each.request().equals(words);
        }
        for (TalkLine line : earlier) {
            there |= line.text().equals(words);
        }
        for (TalkLine line : shown.talkLines()) {
            there |= line.text().startsWith(words);
        }
        return there;
    }

    private static String lastWords(Acquaintance met) {
        String last = "";
        for (int i = met.lines.size() - 1; i >= 0; i--) {
            Journal.Line line = met.lines.get(i);
            boolean greeting = line.text.length() <= GREETING;
            if (!line.own && !greeting) {
                return line.text;
            }
            last = line.own || !last.isEmpty() ? last : line.text;
        }
        return last;
    }

    /** Returns the last lines with somebody that the conversation does not show, and their times. */
    private List<TalkLine> earlier(
            Acquaintance met, AgentSnapshot shown, List<AgreementLine> agreements) {
        List<Journal.Line> left = new ArrayList<>(met.lines);
        left.removeIf(line -> isInTalk(line, shown)
                || agreements.stream()
                        .anyMatch(each -> each.request().equals(line.text)
                                || each.answer().equals(line.text)));
        List<TalkLine> lines = new ArrayList<>();
        long time = Mind.NEVER;
        for (Journal.Line line :
                left.subList(Math.max(0, left.size() - EARLIER_LINES), left.size())) {
            String you = wording.say(line.own ? Text.YOU_SPEAKER : Text.YOU_ADDRESSEE);
            String other = met.name.equalsIgnoreCase(wording.say(Text.YOU_ADDRESSEE))
                    ? wording.say(Text.SOMEBODY)
                    : met.name;
            boolean together = !lines.isEmpty() && line.tick - time <= clock.ticks(TOGETHER);
            lines.add(new TalkLine(
                    line.own ? you : other,
                    line.own ? other : you,
                    line.text,
                    line.brokenOff,
                    together ? "" : when(line.tick)));
            time = line.tick;
        }
        return lines;
    }

    private static boolean isInTalk(Journal.Line line, AgentSnapshot shown) {
        return shown.talkLines().stream().anyMatch(other -> other.text().startsWith(line.text));
    }

    /**
     * Returns when an agent last talked with somebody, before the conversation that its prompt
     * shows; {@link Mind#NEVER} if that is their first.
     */
    private static long talkedBefore(Acquaintance met, AgentSnapshot shown) {
        long before = shown.talkLines().isEmpty() ? met.talkedAt : Mind.NEVER;
        for (Journal.Line line : met.lines) {
            before = isInTalk(line, shown) ? before : Math.max(before, line.tick);
        }
        return before;
    }

    /** Returns the known people whose name or role is in the last lines or in a goal. */
    private Set<String> spokenOf(int agent, @Nullable Journal journal, AgentSnapshot shown) {
        StringBuilder said = new StringBuilder();
        List<TalkLine> talk = shown.talkLines();
        for (TalkLine line : talk.subList(Math.max(0, talk.size() - SPOKEN_LINES), talk.size())) {
            said.append(line.text()).append('\n');
        }
        shown.goalLines().forEach(goal -> said.append(goal.text()).append('\n'));
        String text = said.toString().toLowerCase(Locale.ROOT);
        Set<String> names = new LinkedHashSet<>();
        if (text.isBlank()) {
            return names;
        }
        for (int i = 0; journal != null && i < journal.people.size(); i++) {
            Acquaintance met = journal.people.get(i);
            if (hasWord(text, met.name) || hasWord(text, met.role)) {
                names.add(met.name);
            }
        }
        IntBag all = acquainted ? persons.getEntities() : new IntBag(0);
        for (int i = 0; i < all.size(); i++) {
            Persona persona = mPersona.get(all.get(i));
            boolean named = all.get(i) != agent
                    && persona != null // else it was removed in this tick
                    && (hasWord(text, persona.name) || hasWord(text, persona.role));
            if (named) {
                names.add(persona.name);
            }
        }
        return names;
    }

    private static boolean hasWord(String text, @Nullable String name) {
        String word = name == null ? "" : name.toLowerCase(Locale.ROOT);
        for (int at = word.isBlank() ? -1 : text.indexOf(word);
                at >= 0;
                at = text.indexOf(word, at + 1)) {
            int end = at + word.length();
            boolean begins = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
            boolean ends = end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
            if (begins && ends) {
                return true;
            }
        }
        return false;
    }

    private int find(String name) {
        IntBag all = persons.getEntities();
        for (int i = 0; i < all.size(); i++) {
            Persona persona = mPersona.get(all.get(i)); // null if it was removed in this tick
            if (persona != null && name.equals(persona.name)) {
                return all.get(i);
            }
        }
        return -1;
    }

    /** Returns the other people that the agent knows by role, one of each role first. */
    private List<RoleLine> others(int agent, @Nullable Journal journal, List<PersonLine> people) {
        List<RoleLine> known = new ArrayList<>();
        if (acquainted) {
            IntBag all = persons.getEntities();
            for (int i = 0; i < all.size(); i++) {
                Persona persona = mPersona.get(all.get(i));
                if (all.get(i) != agent && persona != null && persona.role != null) {
                    known.add(new RoleLine(Persona.nameOf(persona), persona.role));
                }
            }
        } else if (journal != null) {
            journal.people.forEach(met -> known.add(new RoleLine(met.name, met.role)));
        }
        Set<String> shown = new LinkedHashSet<>();
        people.forEach(person -> shown.add(person.name()));
        known.removeIf(each -> each.role().isEmpty() || !shown.add(each.name()));
        Set<String> roles = new LinkedHashSet<>();
        List<RoleLine> first = new ArrayList<>(known);
        first.removeIf(each -> !roles.add(each.role()));
        known.removeAll(first);
        first.addAll(known);
        return first.subList(0, Math.min(OTHERS, first.size()));
    }
}
