/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import dev.triune.internal.check.Ranges;
import dev.triune.internal.check.SetupPhase;
import dev.triune.llm.ConfigSection;
import dev.triune.talk.ConversationListener.ConversationEffect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the conversations of a world. Set up before the world is built: setters throw {@link
 * IllegalStateException} afterwards. Artemis injects mappers and systems into the rules and listeners,
 * but not into lambdas and records. Game thread only.
 */
public final class ConversationConfig {
    /** The number of loud lines that agents remember of those that were not for them. */
    public static final int LOUD_KEPT = 16;

    private static final Duration YEAR = Duration.ofDays(365);

    /** The largest value of {@link #participants(int)}. */
    public static final int MOST_PARTICIPANTS = 8;

    /** Provides the line of an agent that has no time for a model's answer. */
    @FunctionalInterface
    public interface BusyLine {
        /**
         * Returns the line that an agent in danger, starving, asleep, held, deferred or without a
         * working model says to a player, by name; empty for silence.
         */
        String line(int agent, String player);
    }

    /** Decides who can hear whom. */
    @FunctionalInterface
    public interface Earshot {
        /** Whether one entity, an agent or a player's body, hears another. */
        boolean hears(int one, int other);
    }

    /** Decides who overhears a line, so that a game can have whispers and shouts. */
    @FunctionalInterface
    public interface Overhearing {
        /**
         * Whether an agent near the speaker, which is not addressed, hears a line.
         *
         * @param bystander an agent in {@code Senses.nearby} of the speaker, and in no conversation
         *     with it
         */
        boolean overhears(int bystander, int speaker, Utterance line);
    }

    /** Provides what agents show while they think about an answer to a player. */
    @FunctionalInterface
    public interface Fillers {
        /**
         * Returns the fillers of an agent, in character: words such as {@code Hm, let me think…}, or a
         * gesture in the form that the game's listener knows. Five or more, because none comes twice in
         * five.
         */
        List<String> lines(int agent);
    }

    /** Decides which agent may come up to which player. */
    @FunctionalInterface
    public interface Approach {
        /** Whether an agent may begin a talk with a player, by name, now. */
        boolean may(int agent, String player);
    }

    /** Derives the lasting effects of a conversation that ends. */
    @FunctionalInterface
    public interface EffectRules {
        /** Returns the effects, which are then applied to the memories of those who took part. */
        List<ConversationEffect> effects(Transcript conversation);
    }

    private final List<ConversationListener> listeners = new ArrayList<>();
    private int participants = 4;
    private int turns = 8;
    private Duration pause = Duration.ofSeconds(60);
    private Duration longest = Duration.ofMinutes(10);
    private Duration patience = Duration.ofMinutes(2);
    private TurnOrder turnOrder = TurnOrder.STANDARD;
    private BusyLine busy = (agent, player) -> "Not now!";
    private BusyLine excuse = (agent, other) -> "I cannot do that.";
    private BusyLine deflection = (agent, other) -> "Let us talk about something else.";
    private @Nullable Fillers fillers;
    private Duration fillersAfter = Duration.ZERO;
    private @Nullable SpeechGate gate;
    private Duration gateTimeout = Duration.ofSeconds(2);
    private SpeechGate.Verdict undecided = SpeechGate.Verdict.stop("no verdict in time");
    private boolean repeats = true;
    private @Nullable Earshot earshot;
    private Overhearing overhearing = (bystander, speaker, line) -> true;
    private @Nullable Approach approach;
    private int approaches;
    private Duration approachesPer = Duration.ofMinutes(1);
    private boolean noticesLeaving;
    private @Nullable LineCatalog lines;
    private IntPredicate lineSpeakers = agent -> false;
    private int overheard;
    private @Nullable EffectRules effects;
    private @Nullable String summaryModel;
    private final SetupPhase setup = new SetupPhase("this ConversationConfig serves");
    private String tenant = "";

    /** Creates the default settings. */
    public ConversationConfig() {}

    /**
     * Sets the maximum number of participants of a conversation, players included, 2 to 8; 4 unless
     * set.
     */
    public ConversationConfig participants(int value) {
        setup.allowChange();
        this.participants =
                Ranges.within("participants of conversations", value, 2, MOST_PARTICIPANTS);
        return this;
    }

    /** Sets the number of turns after which agents end a conversation, 1 or more; 8 unless set. */
    public ConversationConfig turns(int value) {
        setup.allowChange();
        this.turns = Ranges.within("turns of conversations", value, 1, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Sets how long agents talk with each other, while no player takes part, in game time: after that,
     * and before their last turn, a speaker is asked to take its leave, which ends the talk. 10 minutes
     * unless set, zero or more; few talks last so long before their {@link #turns} are over.
     */
    public ConversationConfig longest(Duration value) {
        setup.allowChange();
        this.longest = Ranges.notNegative("longest talk of agents", value);
        return this;
    }

    /**
     * Sets how long the same agents start no other conversation with each other of their own
     * accord, zero or more; 60 s unless set. With others they wait half of it; players and {@link
     * Conversations#begin} do not wait.
     */
    public ConversationConfig pause(Duration value) {
        setup.allowChange();
        this.pause = Ranges.notNegative("pause of conversations", value);
        return this;
    }

    /**
     * Sets how long a player waits for the first or next words of an answer before the agent says
     * the busy line, in game time; 2 minutes unless set, as models on a CPU need
     * a minute. Meanwhile {@link ConversationListener#thinking} lets the game show that it waits.
     */
    public ConversationConfig patience(Duration value) {
        setup.allowChange();
        this.patience = Ranges.notNegative("patience of players", value);
        return this;
    }

    /**
     * Reads {@link #patience}, {@link #longest} and {@link #pause} from a section of a configuration file,
     * by these keys; what it lacks stays. Problems are reported with those of the file.
     */
    public ConversationConfig times(ConfigSection talk) {
        talk.duration("patience", YEAR).ifPresent(this::patience);
        talk.duration("longest", YEAR).ifPresent(this::longest);
        talk.duration("pause", YEAR).ifPresent(this::pause);
        return this;
    }

    /** Sets who speaks next; {@link TurnOrder#STANDARD} unless set. */
    public ConversationConfig turnOrder(TurnOrder value) {
        setup.allowChange();
        this.turnOrder = Objects.requireNonNull(value, "turnOrder");
        return this;
    }

    /** Sets the line of an agent without time or model to a player; "Not now!" unless set. */
    public ConversationConfig busy(BusyLine value) {
        setup.allowChange();
        this.busy = Objects.requireNonNull(value, "busy");
        return this;
    }

    /**
     * Sets the line of an agent in place of words that were dropped twice, because it cannot do
     * what it ordered with them; "I cannot do that." unless set. The name is that of whom it
     * answers, empty if it owes nobody an answer.
     */
    public ConversationConfig excuse(BusyLine value) {
        setup.allowChange();
        this.excuse = Objects.requireNonNull(value, "excuse");
        return this;
    }

    /**
     * Sets what agents show if no word of their answer to a player has come after a time, zero or more;
     * 1.2 s suits most games. Nothing unless set. {@link ConversationListener#filler} gets it.
     */
    public ConversationConfig fillers(Duration after, Fillers value) {
        setup.allowChange();
        this.fillersAfter = Ranges.notNegative("time before fillers", after);
        this.fillers = Objects.requireNonNull(value, "fillers");
        return this;
    }

    /** Sets who decides about every sentence before anybody hears it; nobody unless set. */
    public ConversationConfig gate(SpeechGate value) {
        setup.allowChange();
        this.gate = Objects.requireNonNull(value, "gate");
        return this;
    }

    /**
     * Sets how long a sentence waits for a {@linkplain SpeechGate.Verdict#later later} verdict, in game
     * time, and the one that holds then; 2 s and a stop unless set.
     *
     * @throws IllegalArgumentException if the time is negative, or the verdict is a later one
     */
    public ConversationConfig gateTimeout(Duration value, SpeechGate.Verdict then) {
        setup.allowChange();
        if (then.later != null) {
            throw new IllegalArgumentException(
                    "verdict after the time-out of the gate: later (expected pass, replace or stop)");
        }
        this.gateTimeout = Ranges.notNegative("time-out of the gate", value);
        this.undecided = then;
        return this;
    }

    /**
     * Sets the line of an agent in place of words of which the gate let none pass; "Let us talk about
     * something else." unless set, and not checked again. The name is that of whom it answers, empty if
     * it owes nobody an answer; an empty line is silence.
     */
    public ConversationConfig deflection(BusyLine value) {
        setup.allowChange();
        this.deflection = Objects.requireNonNull(value, "deflection");
        return this;
    }

    /**
     * Sets whether an agent may say one of its last ten lines again; it may unless this is false. Then
     * its model is asked once more, and the line is dropped if it repeats itself again. Lines of one or
     * two words are left alone, as people repeat these.
     */
    public ConversationConfig repeats(boolean value) {
        setup.allowChange();
        this.repeats = value;
        return this;
    }

    /**
     * Sets which agents may come up to players and speak first, with {@link Conversations#approach}, and
     * how often in all; none unless set.
     *
     * @param most the number of approaches, each of which calls a model, within a game time; 1 or more
     */
    public ConversationConfig approaches(int most, Duration per, Approach rule) {
        setup.allowChange();
        this.approaches = Ranges.within("approaches", most, 1, Integer.MAX_VALUE);
        this.approachesPer = Ranges.notNegative("time of approaches", per);
        this.approach = Objects.requireNonNull(rule, "rule");
        return this;
    }

    /** Sets whether agents write into their journals that a player left their talk; they do not unless set. */
    public ConversationConfig noticesLeaving(boolean value) {
        setup.allowChange();
        this.noticesLeaving = value;
        return this;
    }

    /**
     * Sets the lines that people have written, and who says nothing else: their models choose one by its
     * id, in a few tokens, and order no actions while they talk. Others speak freely. Nobody unless set.
     *
     * @throws IllegalArgumentException if a condition or a slot of the lines is not declared
     */
    public ConversationConfig lines(LineCatalog catalog, IntPredicate speakers) {
        setup.allowChange();
        catalog.requireComplete();
        this.lines = catalog;
        this.lineSpeakers = Objects.requireNonNull(speakers, "speakers");
        return this;
    }

    /** Sets who hears whom; unless set, nearby agents hear each other, and all hear players. */
    public ConversationConfig earshot(Earshot value) {
        setup.allowChange();
        this.earshot = Objects.requireNonNull(value, "earshot");
        return this;
    }

    /**
     * Sets who overhears the lines of agents, for example nobody if the line is whispered; all
     * nearby unless set.
     */
    public ConversationConfig overhearing(Overhearing value) {
        setup.allowChange();
        this.overhearing = Objects.requireNonNull(value, "overhearing");
        return this;
    }

    /**
     * Sets how many lines agents remember that they overhear from others, 0 to 1,000: whole statements,
     * not questions and greetings; the oldest gives way. None unless set, but the last {@value
     * #LOUD_KEPT} loud ones.
     */
    public ConversationConfig remembersOverheard(int most) {
        setup.allowChange();
        this.overheard = Ranges.within("overheard lines in memory", most, 0, 1_000);
        return this;
    }

    /**
     * Sets the lasting effects of a conversation. Unless set, steps queued in answer to somebody
     * become promises, the last statement to each hearer becomes information, and agents who talked
     * like each other slightly more; what they think of players is left to the game.
     */
    public ConversationConfig effects(EffectRules value) {
        setup.allowChange();
        this.effects = Objects.requireNonNull(value, "effects");
        return this;
    }

    /**
     * Has a model, the default one if empty, sum up each conversation of four lines or more for the
     * memories of those who took part, by one short call of the lowest priority; off unless set.
     */
    public ConversationConfig summaries(String model) {
        setup.allowChange();
        this.summaryModel = Objects.requireNonNull(model, "model");
        return this;
    }

    /** Adds a listener; they are notified in the order in which they were added. */
    public ConversationConfig listener(ConversationListener value) {
        setup.allowChange();
        listeners.add(Objects.requireNonNull(value, "listener"));
        return this;
    }

    /** Ends the setup, because a world uses these settings now, whose requests have a tenant. */
    void markBuilt(String worldTenant) {
        setup.end();
        tenant = worldTenant;
    }

    String tenant() {
        return tenant;
    }

    /** Returns the game's objects that decide or listen, whose fields Artemis fills in. */
    Stream<Object> gameObjects() {
        Stream<@Nullable Object> rules = Stream.of(
                turnOrder,
                busy,
                excuse,
                deflection,
                fillers,
                gate,
                earshot,
                overhearing,
                approach,
                lineSpeakers,
                effects);
        return Stream.concat(rules, listeners.stream()).filter(Objects::nonNull);
    }

    /** Returns the maximum number of participants. */
    public int participants() {
        return participants;
    }

    /** Returns the maximum number of agents' turns. */
    public int turns() {
        return turns;
    }

    /** Returns how long agents talk with each other. */
    public Duration longest() {
        return longest;
    }

    /** Returns how long the same agents start no other conversation of their own accord. */
    public Duration pause() {
        return pause;
    }

    /** Returns how long a player waits for the next words of an answer. */
    public Duration patience() {
        return patience;
    }

    /** Returns who speaks next. */
    public TurnOrder turnOrder() {
        return turnOrder;
    }

    /** Returns the provider of lines for busy agents. */
    public BusyLine busy() {
        return busy;
    }

    /** Returns the provider of lines in place of words that were dropped. */
    public BusyLine excuse() {
        return excuse;
    }

    /** Returns what agents show while they think; null if they show nothing. */
    public @Nullable Fillers fillers() {
        return fillers;
    }

    /** Returns the time without words after which they show it. */
    public Duration fillersAfter() {
        return fillersAfter;
    }

    /** Returns who decides about every sentence; null if nobody does. */
    public @Nullable SpeechGate gate() {
        return gate;
    }

    /** Returns how long a sentence waits for a later verdict. */
    public Duration gateTimeout() {
        return gateTimeout;
    }

    /** Returns the verdict about sentences that waited too long. */
    public SpeechGate.Verdict undecided() {
        return undecided;
    }

    /** Returns the provider of lines in place of words that did not pass the gate. */
    public BusyLine deflection() {
        return deflection;
    }

    /** Whether an agent may say one of its last ten lines again. */
    public boolean repeats() {
        return repeats;
    }

    /** Returns which agents may come up to players; null if none may. */
    public @Nullable Approach approach() {
        return approach;
    }

    /** Returns the most approaches within {@link #approachesPer}. */
    public int approaches() {
        return approaches;
    }

    /** Returns the time within which approaches are counted. */
    public Duration approachesPer() {
        return approachesPer;
    }

    /** Whether agents write down that a player left. */
    public boolean noticesLeaving() {
        return noticesLeaving;
    }

    /** Returns the written lines; null if everybody speaks freely. */
    public @Nullable LineCatalog lines() {
        return lines;
    }

    /** Returns who says only written lines. */
    public IntPredicate lineSpeakers() {
        return lineSpeakers;
    }

    /** Returns the rule of who hears whom; null unless set. */
    public @Nullable Earshot earshot() {
        return earshot;
    }

    /** Returns the rule of who overhears a line. */
    public Overhearing overhearing() {
        return overhearing;
    }

    /** Returns how many overheard lines agents remember. */
    public int overheard() {
        return overheard;
    }

    /** Returns the rules that derive lasting effects; null unless set. */
    public @Nullable EffectRules effects() {
        return effects;
    }

    /** Returns the model that sums up conversations; null if none does. */
    public @Nullable String summaryModel() {
        return summaryModel;
    }

    /** Returns the listeners in order. */
    public List<ConversationListener> listeners() {
        return Collections.unmodifiableList(listeners);
    }
}
