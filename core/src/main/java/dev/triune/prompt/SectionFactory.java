/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.prompt;

import dev.triune.action.Wording;
import dev.triune.action.Wording.Text;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Journal.Deed;
import dev.triune.internal.text.PromptText;
import dev.triune.prompt.AgentSnapshot.AgreementLine;
import dev.triune.prompt.AgentSnapshot.DeedLine;
import dev.triune.prompt.AgentSnapshot.PersonLine;
import dev.triune.prompt.AgentSnapshot.PlannedStep;
import dev.triune.prompt.AgentSnapshot.RelationLine;
import dev.triune.prompt.AgentSnapshot.RoleLine;
import dev.triune.prompt.AgentSnapshot.TalkLine;
import dev.triune.prompt.MemoryRetriever.RetrievedMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates the sections of prompts from the values of a snapshot, a method each, in the order in which a
 * plan shows them. Every line is bounded; what comes from players or models is quoted, or stripped of
 * marks. A section knows its priority, by which {@link PromptWriter} leaves out what has no room.
 */
final class SectionFactory {
    private static final int NAME_LIMIT = 40;
    private static final int APPEARANCE_LIMIT = 80;
    private static final int NEAR_LIMIT = 3 * NAME_LIMIT + APPEARANCE_LIMIT + 6; // its marks
    private static final int LINE_LIMIT = 240;
    private static final int STEP_LIMIT = 120;
    private static final int TROUBLE_LIMIT = 160;
    private static final int QUOTE_LIMIT = 100;
    private static final int REQUEST_LIMIT = 240;
    private static final int LINES_OF_SPEECH = 5;
    private static final int TROUBLES = 5;
    private static final int MEMORIES = 5;

    /** The characters of older deeds for each of the last ones. */
    private static final int OLDER_DEEDS = 45;

    private static final int OLDER_STEP = 40;
    private static final float CRITICAL = 0.3f;
    private static final float LOW = 0.5f;
    private static final float UNHURT = 0.7f;
    private static final float MET = 0.9f;
    private static final float STRONG = 0.6f;
    private static final float SOME = 0.2f;

    private final AgentSnapshot agent;
    private final Wording wording;

    SectionFactory(AgentSnapshot agent, Wording wording) {
        this.agent = agent;
        this.wording = wording;
    }

    private String say(Text text, Object... words) {
        return wording.say(text, words);
    }

    private String name(String raw) {
        return raw.isBlank() ? say(Text.SOMEBODY) : PromptText.name(raw, NAME_LIMIT);
    }

    /** Returns the name of another, which must not pass for the agent itself. */
    private String other(String raw) {
        String name = name(raw);
        boolean you = name.equalsIgnoreCase(say(Text.YOU_SPEAKER))
                || name.equalsIgnoreCase(say(Text.YOU_ADDRESSEE));
        return you ? say(Text.SOMEBODY) : name;
    }

    /** Returns the goals; progress in steps of ten, so that the line seldom changes. */
    PromptSection goals() {
        return PromptSection.newest(
                SectionPriority.AIMS,
                say(Text.GOALS),
                agent.goalLines(),
                PromptSection.LINES,
                goalLine -> {
                    int tens = Math.round(Math.max(0, Math.min(1, goalLine.progress())) * 10);
                    String words = PromptText.untrusted(goalLine.text(), LINE_LIMIT);
                    return words.isEmpty() || tens == 0
                            ? words
                            : say(Text.GOAL_PROGRESS, words, tens * 10);
                });
    }

    PromptSection priorities() {
        return PromptSection.list(
                SectionPriority.AIMS,
                say(Text.PRIORITIES),
                agent.priorities(),
                words -> PromptText.untrusted(words, LINE_LIMIT));
    }

    PromptSection options() {
        return PromptSection.list(
                SectionPriority.OPTIONS,
                say(Text.OPTIONS),
                agent.surroundings().options(),
                words -> PromptText.of(words, LINE_LIMIT));
    }

    // ---- people

    /** Returns those who matter now, then opinions of others, then the names of the rest. */
    PromptSection people() {
        List<String> lines = new ArrayList<>();
        List<String> named = new ArrayList<>();
        for (PersonLine person : agent.life().people()) {
            String line = person(person);
            if (!line.isEmpty()) {
                lines.add(line);
                named.add(person.name());
            }
        }
        List<RoleLine> rest = new ArrayList<>(agent.life().others());
        for (RelationLine relation : agent.relationLines()) {
            boolean neutral =
                    liking(relation.liking()) == null && relation.words().isBlank();
            if (!neutral && !named.contains(relation.name())) {
                String name = relation.name();
                String role = rest.stream()
                        .filter(each -> each.name().equals(name))
                        .map(RoleLine::role)
                        .findFirst()
                        .orElse("");
                rest.removeIf(each -> each.name().equals(name)); // each person is listed once
                lines.add(say(Text.LINE, withRole(name, role), opinion(relation)));
            }
        }
        List<String> names =
                rest.stream().map(each -> each.role() + " " + each.name()).toList();
        PromptSection others =
                PromptSection.row(SectionPriority.RELATIONS, "", names, 2 * NAME_LIMIT);
        others.lines().forEach(row -> lines.add(say(Text.OTHERS, row.strip())));
        return PromptSection.first(
                SectionPriority.RELATIONS, say(Text.PEOPLE), lines, line -> line);
    }

    /** Returns what is worth saying of a person; empty if that is only that it is near. */
    private String person(PersonLine person) {
        List<String> parts = new ArrayList<>();
        for (RelationLine relation : agent.relationLines()) {
            boolean matters = !relation.words().isBlank() || liking(relation.liking()) != null;
            if (matters && relation.name().equals(person.name())) {
                parts.add(opinion(relation));
            }
        }
        if (!person.met().isEmpty()) {
            parts.add(say(Text.MET, person.met()));
        }
        if (!person.firstWords().isEmpty()) {
            parts.add(say(Text.FIRST_SAID, PromptText.quoted(person.firstWords(), QUOTE_LIMIT)));
        }
        if (!person.lastWords().isEmpty()) {
            parts.add(say(Text.LAST_SAID, PromptText.quoted(person.lastWords(), QUOTE_LIMIT)));
        }
        boolean shownNear = agent.surroundings().nearby().contains(person.name());
        if (parts.isEmpty() && (person.role().isEmpty() || shownNear)) {
            return "";
        }
        String who = withRole(person.name(), person.role());
        return parts.isEmpty() ? who : say(Text.LINE, who, String.join("; ", parts));
    }

    private String withRole(String name, String known) {
        String role = PromptText.untrusted(known, NAME_LIMIT);
        return role.isEmpty() ? other(name) : other(name) + ", " + role;
    }

    private String opinion(RelationLine relation) {
        String words = PromptText.untrusted(relation.words(), LINE_LIMIT);
        @Nullable Text felt = liking(relation.liking());
        if (felt == null) { // goes without saying
            return words;
        }
        String liking = say(felt);
        return words.isEmpty() ? liking : liking + "; " + words;
    }

    private static @Nullable Text liking(float liking) {
        if (liking >= STRONG) {
            return Text.LIKING_DEAR;
        }
        if (liking >= SOME) {
            return Text.LIKING_GOOD;
        }
        if (liking > -SOME) {
            return null;
        }
        return liking > -STRONG ? Text.LIKING_BAD : Text.LIKING_WORST;
    }

    /** Returns those nearby, and what they do; names are data, since players may choose them. */
    PromptSection nearby() {
        List<String> names = new ArrayList<>();
        for (String near : agent.surroundings().nearby()) {
            if (!near.isBlank()) {
                names.add(near(near));
            }
        }
        PromptSection row = PromptSection.row(SectionPriority.COMPANY, "", names, NEAR_LIMIT);
        return row.lines().isEmpty()
                ? row
                : PromptSection.line(
                        SectionPriority.COMPANY,
                        say(Text.COMPANY, row.lines().get(0).strip()));
    }

    private String near(String name) {
        PersonLine person = personNamed(name);
        if (person == null) {
            return other(name);
        }
        String role = person(person).isEmpty() ? person.role() : ""; // else that line says it
        String about = PromptText.untrusted(role, NAME_LIMIT);
        String doing = PromptText.untrusted(person.doing(), NAME_LIMIT);
        String both = about.isEmpty() || doing.isEmpty() ? about + doing : about + ": " + doing;
        String seen = PromptText.untrusted(person.appearance(), APPEARANCE_LIMIT);
        String all = both.isEmpty() || seen.isEmpty() ? both + seen : both + "; " + seen;
        return all.isEmpty() ? other(name) : other(name) + " (" + all + ")";
    }

    private @Nullable PersonLine personNamed(String name) {
        for (PersonLine person : agent.life().people()) {
            if (person.near() && person.name().equals(name)) {
                return person;
            }
        }
        return null;
    }

    // ---- the past

    /** Returns the memories; hearsay in quotes, with its source. */
    PromptSection memories() {
        return PromptSection.newest(
                SectionPriority.MEMORIES,
                say(Text.MEMORIES),
                agent.memories().stream()
                        .filter(memory ->
                                memory.earlier() != null || !isToldElsewhere(memory.text()))
                        .toList(),
                MEMORIES,
                memory -> {
                    RetrievedMemory earlier = memory.earlier();
                    String words = describeMemory(memory);
                    return words.isEmpty() || earlier == null
                            ? words
                            : say(Text.EARLIER_BELIEF, words, describeMemory(earlier));
                });
    }

    private String describeMemory(RetrievedMemory memory) {
        String words = PromptText.untrusted(memory.text(), LINE_LIMIT);
        if (words.isEmpty() || (memory.source().isBlank() && !isNamedIn(words))) {
            return words;
        }
        return memory.source().isBlank()
                ? say(Text.ABOUT_YOU, '"' + words + '"')
                : say(Text.TOLD_YOU, '"' + words + '"', name(memory.source()));
    }

    /** Whether words of the agent's own are of itself by name, as of somebody else. */
    private boolean isNamedIn(String words) {
        String name = agent.person().name();
        return !name.isBlank()
                && words.startsWith(name)
                && (words.length() == name.length()
                        || !Character.isLetterOrDigit(words.charAt(name.length())));
    }

    /** Returns what the agent did and what happened to it: the last of it with its time. */
    PromptSection deeds(int last) {
        List<DeedLine> all = agent.life().deeds();
        int recent = Math.max(0, all.size() - last);
        List<String> lines = new ArrayList<>();
        String older = "";
        for (int i = recent - 1; i >= 0; i--) { // the latest ones, as many as fit
            String words = deed(all.get(i), OLDER_STEP);
            boolean fits = older.length() + words.length() <= last * OLDER_DEEDS;
            if (fits && all.get(i).kind() != Deed.Kind.FAILED) {
                older = older.isEmpty() ? words : words + ", " + older;
            }
        }
        if (!older.isEmpty()) {
            lines.add(say(Text.DEEDS_BEFORE, older));
        }
        for (DeedLine deed : all.subList(recent, all.size())) {
            String words = deed(deed, STEP_LIMIT);
            String place = PromptText.untrusted(deed.place(), NAME_LIMIT);
            String there = place.isEmpty() || isWithin(place, words)
                    ? words
                    : say(Text.DEED_PLACE, words, place);
            String when = PromptText.of(deed.when(), NAME_LIMIT);
            lines.add(when.isEmpty() ? there : say(Text.DEED_WHEN, there, when));
        }
        return PromptSection.newest(
                SectionPriority.DEEDS, say(Text.DEEDS), lines, last + 1, line -> line);
    }

    private String deed(DeedLine deed, int limit) {
        String what = PromptText.untrusted(deed.what(), limit);
        String note = PromptText.untrusted(deed.note(), TROUBLE_LIMIT);
        String words = switch (deed.kind()) {
            case DONE -> say(Text.DEED_DONE, what);
            case FAILED -> say(Text.DEED_FAILED, what, note);
            case REFLEX -> {
                String acted = note.isEmpty() ? what : what + " (" + note + ")";
                yield limit == OLDER_STEP ? acted : say(Text.DEED_REFLEX, acted);
            }
            case EVENT -> note;
        };
        return deed.times() == 1 ? words : say(Text.DEED_TIMES, words, deed.times());
    }

    /**
     * Returns what the agent agreed to with others, and what became of it.
     *
     * @param plans for a plan: with the keys that name what is owed. What was said is quoted only in talk
     *     with whom it was agreed, or if nothing else tells what was agreed
     */
    PromptSection agreements(boolean plans) {
        List<String> lines = new ArrayList<>();
        boolean owes = false;
        for (AgreementLine line : agent.life().agreements()) {
            lines.add(agreement(line, plans || !talksWith(line.with())));
            owes |= line.number() > 0 && line.state() == Agreement.State.OPEN;
        }
        if (plans && owes) {
            lines.add(say(Text.AGREEMENTS_NAMED));
        }
        return PromptSection.newest(
                SectionPriority.AGREEMENTS,
                say(Text.AGREEMENTS),
                lines,
                PromptSection.LINES,
                line -> line);
    }

    private String agreement(AgreementLine line, boolean brief) {
        String answer = PromptText.quoted(line.answer(), QUOTE_LIMIT);
        String what = withoutPeriod(PromptText.untrusted(line.what(), STEP_LIMIT));
        boolean talked = !what.isEmpty()
                && (line.own() ? brief || isInTalk(line.request()) : isInTalk(line.answer()));
        boolean told =
                !talked && !line.own() && (line.answer().isEmpty() || (brief && !what.isEmpty()));
        boolean asked = !talked && line.own() && !line.request().isEmpty();
        String said;
        if (asked) {
            said = say(Text.OWED, other(line.with()));
            what = what.isEmpty() ? answer : what;
        } else if (talked) {
            said = say(line.own() ? Text.OWED_TO : Text.OWED_BY, other(line.with()), line.made());
        } else if (!line.own()) {
            said = say(Text.PROMISED_YOU, other(line.with()), line.made(), told ? what : answer);
        } else {
            said = say(
                    Text.YOU_PROMISED,
                    other(line.with()),
                    line.made(),
                    line.answer().isEmpty() ? what : answer);
        }
        boolean quoted = told
                || (!talked
                        && !asked
                        && (line.answer().isEmpty() || line.answer().contains(what)));
        said = quoted || what.isEmpty() ? said : say(Text.LINE, said, what);
        String state = switch (line.state()) {
            case OPEN -> say(line.planned() ? Text.AGREEMENT_PLANNED : Text.AGREEMENT_OPEN, said);
            case DONE -> say(Text.AGREEMENT_DONE, said, line.settled());
            case FAILED -> say(Text.AGREEMENT_FAILED, said, line.settled());
            case DROPPED -> say(Text.AGREEMENT_DROPPED, said, line.settled());
            case EXCUSED -> say(Text.AGREEMENT_EXCUSED, said, line.settled());
        };
        String reason = PromptText.untrusted(line.reason(), TROUBLE_LIMIT);
        state = reason.isEmpty() ? state : say(Text.LINE, state, reason);
        if (asked) {
            String request = PromptText.quoted(line.request(), REQUEST_LIMIT);
            String with = other(line.with());
            state = line.answer().isEmpty() || what.equals(answer)
                    ? say(Text.AGREED_TO, state, with, line.asked(), request)
                    : say(Text.AGREED_IN, state, with, line.asked(), request, answer);
        }
        return line.state() == Agreement.State.OPEN && line.number() > 0
                ? say(Text.AGREEMENT_NUMBER, line.number(), state)
                : state;
    }

    /** Whether somebody waits for the agent's answer, or has said something in the conversation shown. */
    private boolean talksWith(String name) {
        return agent.addressers().contains(name)
                || agent.talkLines().stream().anyMatch(line -> line.speaker().equals(name));
    }

    private static String withoutPeriod(String words) {
        return words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
    }

    /** Whether the conversation that is shown contains words, which need not be quoted again. */
    private boolean isInTalk(String words) {
        String begin = words.endsWith("\u2026") ? words.substring(0, words.length() - 1) : words;
        return !begin.isEmpty()
                && agent.talkLines().stream().anyMatch(line -> line.text().startsWith(begin));
    }

    /** Whether what was heard, said or agreed, as the prompt shows it, contains words. */
    private boolean isToldElsewhere(String words) {
        List<String> shown = new ArrayList<>();
        agent.talkLines().forEach(line -> shown.add(line.text()));
        agent.heard().forEach(quote -> shown.add(quote.text()));
        agent.life().agreements().forEach(each -> {
            shown.add(each.request());
            shown.add(each.answer());
            shown.add(each.what());
        });
        agent.life().deeds().forEach(deed -> shown.add(deed.note()));
        for (String text : shown) {
            if (text.length() <= LINE_LIMIT && isWithin(words, text)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWithin(String words, String text) {
        for (int at = words.isBlank() ? text.length() : 0; at + words.length() <= text.length(); ) {
            if (text.regionMatches(true, at++, words, 0, words.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether words are quoted elsewhere in the prompt. */
    private boolean isQuoted(String words) {
        boolean quoted = isInTalk(words);
        for (AgreementLine each : agent.life().agreements()) {
            quoted |= each.request().equals(words) || each.answer().equals(words);
        }
        for (PersonLine person : agent.life().people()) {
            quoted |= person.firstWords().equals(words) || person.lastWords().equals(words);
            for (TalkLine line : person.earlier()) {
                quoted |= line.text().equals(words);
            }
        }
        return quoted;
    }

    // ---- condition

    /** Returns the needs in figures; those that are met or not numbers are left out. */
    PromptSection needs() {
        AgentSnapshot.Vitals vitals = agent.vitals();
        StringBuilder figures = new StringBuilder();
        percent(figures, Text.FED, vitals.hunger());
        percent(figures, Text.RESTED, vitals.energy());
        percent(figures, vitals.tooHot() ? Text.COOL : Text.WARM, vitals.temperature());
        percent(figures, Text.HEALTHY, vitals.health());
        return PromptSection.line(
                SectionPriority.CONDITION,
                figures.length() == 0 ? say(Text.WELL) : say(Text.NEEDS, figures));
    }

    private void percent(StringBuilder figures, Text need, float share) {
        if (share < MET) { // false for NaN
            figures.append(figures.length() == 0 ? "" : ", ")
                    .append(say(need, Math.round(Math.max(0, share) * 100)));
        }
    }

    /** Returns the needs in words, which change less often than figures. */
    PromptSection condition() {
        AgentSnapshot.Vitals vitals = agent.vitals();
        List<Text> words = new ArrayList<>(4);
        feel(words, vitals.hunger(), Text.VERY_HUNGRY, LOW, Text.HUNGRY);
        feel(words, vitals.energy(), Text.EXHAUSTED, LOW, Text.TIRED);
        boolean hot = vitals.tooHot();
        feel(
                words,
                vitals.temperature(),
                hot ? Text.VERY_HOT : Text.VERY_COLD,
                LOW,
                hot ? Text.HOT : Text.COLD);
        feel(words, vitals.health(), Text.BADLY_HURT, UNHURT, Text.HURT);
        if (vitals.sleepDrive() > 1 - CRITICAL) {
            words.add(Text.SLEEPY);
        }
        if (vitals.danger()) {
            words.add(Text.DANGER);
        }
        if (words.isEmpty()) {
            words.add(Text.WELL);
        }
        StringBuilder line = new StringBuilder();
        words.forEach(each -> line.append(line.length() == 0 ? "" : " ").append(say(each)));
        return PromptSection.line(SectionPriority.CONDITION, line.toString());
    }

    private static void feel(List<Text> words, float share, Text pressing, float low, Text some) {
        if (share < low) { // false for NaN
            words.add(share < CRITICAL ? pressing : some);
        }
    }

    /** Returns the time and the place. */
    PromptSection moment() {
        String moment = PromptText.of(agent.surroundings().moment(), LINE_LIMIT);
        String place = PromptText.of(agent.surroundings().place(), NAME_LIMIT);
        String here = place.isEmpty() ? "" : say(Text.PLACE, place);
        return PromptSection.line(
                SectionPriority.CONDITION,
                moment.isEmpty() || here.isEmpty() ? moment + here : moment + " " + here);
    }

    PromptSection facts() {
        return PromptSection.list(
                SectionPriority.FACTS,
                say(Text.FACTS),
                agent.surroundings().facts(),
                words -> PromptText.of(words, LINE_LIMIT));
    }

    // ---- the plan

    /** Returns what the agent is doing, unless that is a step of its plan, which is shown. */
    PromptSection doingBesidePlan() {
        for (PlannedStep step : agent.planState().steps()) {
            if (step.current() && step.words().startsWith(agent.planState().doing())) {
                return PromptSection.NONE;
            }
        }
        return doing();
    }

    PromptSection doing() {
        return PromptSection.line(
                SectionPriority.PLAN,
                say(
                        Text.DOING,
                        agent.planState().doing().equals(Text.NOTHING.english())
                                ? say(Text.NOTHING)
                                : PromptText.of(agent.planState().doing(), STEP_LIMIT)));
    }

    PromptSection steps() {
        return PromptSection.first(
                SectionPriority.PLAN,
                say(Text.STEPS),
                agent.planState().steps(),
                (PlannedStep step) -> {
                    String words = PromptText.untrusted(step.words(), STEP_LIMIT);
                    return step.current() && !words.isEmpty() ? say(Text.STEP_DOING, words) : words;
                });
    }

    PromptSection reason() {
        String reason = PromptText.untrusted(agent.planState().reason(), LINE_LIMIT);
        return PromptSection.line(
                SectionPriority.PLAN, reason.isEmpty() ? "" : say(Text.REASON, reason));
    }

    PromptSection pausedPlan() {
        String need = PromptText.of(agent.planState().heldUpBy(), STEP_LIMIT);
        return PromptSection.line(
                SectionPriority.PLAN, need.isEmpty() ? "" : say(Text.PAUSED, need));
    }

    PromptSection ahead() {
        return PromptSection.first(
                SectionPriority.PLAN,
                say(Text.AHEAD),
                agent.planState().ahead(),
                words -> PromptText.untrusted(words, STEP_LIMIT));
    }

    String ask(Text question) {
        return say(question);
    }

    /** Returns the question for a plan: for the one after the step that runs, if that is the last. */
    String askPlan() {
        if (agent.planState().lastStepRuns()) {
            for (PlannedStep step : agent.planState().steps()) {
                if (step.current()) {
                    return say(Text.ASK_NEXT_PLAN, PromptText.untrusted(step.words(), STEP_LIMIT));
                }
            }
        }
        return say(Text.ASK_PLAN);
    }

    // ---- speech

    /** Returns what others said; quoted, so that it remains data. */
    PromptSection speech() {
        return PromptSection.last(
                        SectionPriority.SPEECH,
                        say(Text.HEARD),
                        agent.heard().stream()
                                .filter(quote -> !isQuoted(quote.text()))
                                .toList(),
                        LINES_OF_SPEECH,
                        quote -> say(
                                Text.LINE,
                                name(quote.speaker()),
                                PromptText.quoted(quote.text(), LINE_LIMIT)))
                .withRequiredLines(1);
    }

    /** Returns the last lines of the conversation; quoted, so that they remain data. */
    PromptSection talk(int lines) {
        return PromptSection.last(
                        SectionPriority.SPEECH,
                        say(Text.TALK),
                        agent.talkLines(),
                        lines,
                        this::line)
                .withRequiredLines(1);
    }

    private String line(TalkLine line) {
        String text = PromptText.quoted(line.text(), LINE_LIMIT);
        String speaker = name(line.speaker());
        String said = line.to().isEmpty()
                ? say(Text.LINE, speaker, text)
                : say(Text.LINE_TO, speaker, name(line.to()), text);
        String whole = line.brokenOff() ? say(Text.BROKEN_OFF, said) : said;
        String when = PromptText.of(line.when(), NAME_LIMIT);
        return when.isEmpty() ? whole : say(Text.LINE_WHEN, when, whole);
    }

    /** Returns the last lines of earlier conversations with those who matter now. */
    PromptSection earlierTalk(int maxLines) {
        List<TalkLine> lines = new ArrayList<>();
        agent.life().people().forEach(person -> lines.addAll(person.earlier()));
        return PromptSection.last(
                SectionPriority.SPEECH, say(Text.EARLIER_TALK), lines, maxLines, this::line);
    }

    PromptSection addressers() {
        List<String> names = agent.addressers();
        return PromptSection.line(
                SectionPriority.CONDITION,
                names.isEmpty() ? "" : say(Text.ANSWER_NOW, name(names.get(0))));
    }

    PromptSection troubles() {
        return PromptSection.newest(
                        SectionPriority.CONDITION,
                        say(Text.TROUBLES),
                        agent.troubles(),
                        TROUBLES,
                        words -> PromptText.untrusted(words, TROUBLE_LIMIT))
                .withRequiredLines(TROUBLES);
    }
}
