/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.action;

import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.text.FuzzyLookup;
import dev.triune.internal.text.NameNormalizer;
import dev.triune.llm.AnswerSchema;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The actions that a model may order, declared once by the game. Nothing else can ever be queued.
 * Immutable and thread-safe; except {@link #obstacle}, which calls the game and belongs on the game
 * thread.
 *
 * <pre>{@code
 * @Help("collect a resource that you can see")
 * record Gather(@Visible String target, @Range(min = 1, max = 20) int amount) {}
 *
 * ActionCatalog actions = ActionCatalog.of(Gather.class);
 * }</pre>
 *
 * <p>A component is a {@link String} (free text, or a {@link Visible} target, or {@link OneOf}
 * several words), an int, long, float or double (perhaps in a {@link Range}), a boolean, or an
 * enum. A component with {@link Default} may be left out. If the constructor of a record throws,
 * the step is refused, and its message is the reason in the next prompt; constructors run on I/O threads and must use only their arguments. A {@link
 * #builder} also takes actions without records.
 *
 * <p>Answers are corrected if the meaning is clear: names by synonyms or by a single similar
 * spelling, numbers into their range, and numbers and flags that came as text, also with words or a unit of
 * time; keys may differ in case, and stand together under one such as {@code parameters}.
 */
public final class ActionCatalog {
    private final Map<String, ActionType> actions;
    private final FuzzyLookup lookup;
    private final Set<String> aboutItself;
    private final Wording wording;
    private final Map<AnswerForm, AnswerGuide> guides = new EnumMap<>(AnswerForm.class);

    private ActionCatalog(Builder built) {
        actions = built.declared.actions();
        lookup = new FuzzyLookup(built.declared.names());
        aboutItself = built.selfActions;
        wording = built.wording;
        boolean goalKey = !actions.containsKey(SelfActions.SET_GOAL); // one way to set a goal
        for (AnswerForm form : AnswerForm.values()) {
            guides.put(
                    form,
                    AnswerGuide.of(
                            form,
                            goalKey,
                            actions.values(),
                            built.selfActions,
                            built.example,
                            wording,
                            built.thinking));
        }
    }

    /**
     * Creates a catalog of records, and of those that sealed interfaces permit.
     *
     * @throws IllegalArgumentException if one of them cannot be an action; the message says why
     */
    public static ActionCatalog of(Class<?>... declared) {
        Builder builder = builder();
        List.of(declared).forEach(builder::actions);
        return builder.build();
    }

    /** Begins a catalog. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the name of every action, in declared order. */
    public Set<String> names() {
        return actions.keySet();
    }

    /** Returns the names of the actions allowed in an answer of a form, in declared order. */
    public List<String> names(AnswerForm form) {
        return guide(form).actions();
    }

    /** Returns the description of the actions allowed in an answer of a form, one line each. */
    public String help(AnswerForm form) {
        return guide(form).help();
    }

    /** Returns the schema of a whole answer, for servers that can enforce it. */
    public AnswerSchema schema(AnswerForm form) {
        return guide(form).schema();
    }

    /**
     * Returns the schema of a whole answer of an agent.
     *
     * @param owes whether it has promised something that a plan may keep or drop
     */
    public AnswerSchema schema(AnswerForm form, boolean owes) {
        return owes ? guide(form).owing() : schema(form);
    }

    /** Returns the instructions for prompts, in agreement with {@link #schema(AnswerForm)}. */
    public String instructions(AnswerForm form) {
        return guide(form).instructions();
    }

    /** Returns the example in {@link #instructions}: a valid answer in JSON. */
    public String example(AnswerForm form) {
        return guide(form).example();
    }

    /** Returns the sentences of prompts. */
    public Wording wording() {
        return wording;
    }

    private AnswerGuide guide(AnswerForm form) {
        return Objects.requireNonNull(guides.get(form), "form");
    }

    /** Checks an action of an answer; corrects it if the meaning is clear, and says how. */
    public CheckedStep read(String type, Map<String, ?> raw) throws InvalidStepException {
        ActionType declared = find(type);
        if (declared == null) {
            throw new InvalidStepException(
                    words -> words.say(Wording.Text.ONE_OF, actions.keySet()),
                    Wording.Text.NO_SUCH_ACTION);
        }
        Corrections corrections = new Corrections();
        if (!declared.name().equals(NameNormalizer.lower(type))) {
            corrections.add("type read as " + declared.name());
        }
        return new CheckedStep(
                declared.read(raw, corrections), corrections.toString(), declared.unknownKeys(raw));
    }

    /** Checks a step of a routine or of a save; returns it, or a corrected copy. */
    public Step check(Step step) throws InvalidStepException {
        Step checked = read(step.type(), step.arguments()).step();
        return checked.equals(step) ? step : checked;
    }

    /** Returns the catalog's name for a name in an answer; {@code unknown} if there is none. */
    public String nameOf(String type) {
        ActionType declared = find(type);
        return declared == null ? "unknown" : declared.name();
    }

    /**
     * Returns the name of the action that was declared as a record.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String nameOf(Class<?> record) {
        for (ActionType declared : actions.values()) {
            RecordFactory factory = declared.factory();
            if (factory != null && factory.type() == record) {
                return declared.name();
            }
        }
        throw new IllegalArgumentException(record.getName()
                + " is no action of this catalog (expected one of " + actions.keySet() + ")");
    }

    /**
     * Returns the record of a step, as a type that it has, such as {@link Record}.
     *
     * @throws IllegalArgumentException if the step does not fit, or its action has no such record
     */
    public <A> A action(Step step, Class<A> type) {
        ActionType declared = actions.get(step.type());
        if (declared == null || declared.factory() == null) {
            throw new IllegalArgumentException("action " + step.type() + " has no record (declare"
                    + " it by actions(Class), or read the step by its text(), whole(), flag())");
        }
        try {
            Object action = declared.action(step);
            if (!type.isInstance(action)) {
                throw new IllegalArgumentException("action " + step.type() + " is a "
                        + action.getClass().getName() + " (expected a " + type.getName() + ")");
            }
            return type.cast(action);
        } catch (InvalidStepException e) {
            throw new IllegalArgumentException("step of " + step.type() + " does not fit: "
                    + e.reason() + " (check steps that were loaded)");
        }
    }

    /**
     * Checks the targets of a step against what its agent sees, the nearest first. A target stands
     * for the object of that name, or with whose name the phrase begins, perhaps after its kind or
     * role; for the only one of which it names a part; for the nearest one of that kind, or the
     * only one of that role; or for the only one of a similar spelling, with the same digits. What
     * follows a preposition or a negation, or is in a genitive, does not count. Beyond the {@value
     * TargetResolver#LIMIT} nearest only names count.
     */
    public Step resolveTargets(Step step, List<VisibleObject> visible) throws InvalidStepException {
        ActionType declared = actions.get(step.type());
        if (declared == null) {
            throw new InvalidStepException(words -> "", Wording.Text.NO_SUCH_ACTION);
        }
        return declared.resolveTargets(step, visible);
    }

    /**
     * Returns the name of the person whom an answer addresses, found as {@link #resolveTargets} finds
     * a target.
     *
     * @param written the name as the model wrote it
     * @param persons those who can be addressed, the nearest first
     * @throws InvalidStepException if the name is that of nobody, or of more than one
     */
    public static String resolveAddressee(String written, List<VisibleObject> persons)
            throws InvalidStepException {
        TargetResolver near = TargetResolver.among(persons, List.of());
        String name = near.resolve(written).name();
        if (name == null) {
            throw new InvalidStepException(near::choices, Wording.Text.NOBODY_NAMED);
        }
        return name;
    }

    /** Returns why an agent cannot do a step now; empty if it can. Game thread only. */
    public String obstacle(int agent, Step step) {
        ActionType declared = actions.get(step.type());
        return declared == null ? "" : declared.obstacle(agent, step, wording);
    }

    /**
     * Returns the fields of an action, in declared order.
     *
     * @throws IllegalArgumentException if the catalog has no such action
     */
    public List<Field> fields(String action) {
        return type(action).fields();
    }

    /** Whether an action of the catalog has preconditions. */
    public boolean hasPreconditions(String action) {
        return !type(action).requirements().isEmpty();
    }

    /** Returns a check of {@link #obstacle} for a step that allocates nothing. */
    public IntPredicate precondition(Step step) throws InvalidStepException {
        return type(step.type()).precondition(check(step));
    }

    private ActionType type(String action) {
        ActionType found = actions.get(action);
        if (found == null) {
            throw new IllegalArgumentException(
                    "no action \"" + action + "\" (expected one of " + actions.keySet() + ")");
        }
        return found;
    }

    /**
     * Whether an action of this catalog is one of {@link SelfActions}, which no runner executes.
     */
    public boolean isSelfAction(String type) {
        return aboutItself.contains(type);
    }

    private @Nullable ActionType find(String type) {
        String known = lookup.exact(type);
        known = known == null ? lookup.nearest(type) : known;
        return known == null ? null : actions.get(known);
    }

    /**
     * A step that the catalog allows.
     *
     * @param corrections in words; empty if there are none
     * @param unknownKeys the keys that no field takes, as the model wrote them; they are left out
     */
    public record CheckedStep(Step step, String corrections, List<String> unknownKeys) {}

    /**
     * Builds a catalog. Each method throws {@link IllegalArgumentException} for a name that is
     * taken or unknown, and for an invalid action. Not thread-safe.
     */
    public static final class Builder {
        private final ActionDefinitions declared = new ActionDefinitions();
        private Set<String> selfActions = Set.of();
        private List<String> example = List.of();
        private Wording wording = Wording.ENGLISH;
        private Thinking thinking = Thinking.LAST;

        private Builder() {}

        /** Adds a record, or all records that a sealed interface permits. */
        public Builder actions(Class<?> sealedInterface) {
            RecordReader.actions(sealedInterface).forEach(declared::add);
            return this;
        }

        /** Adds an action with a name in lower case, and one line of help for the prompt. */
        public Builder action(String name, String help, Field... fields) {
            declared.add(new ActionType(name, help, List.of(fields)));
            return this;
        }

        /**
         * Adds other words for an action that answers may use, in lower case; see {@link Synonyms}.
         */
        public Builder synonyms(String action, String... words) {
            declared.synonyms(action, List.of(words));
            return this;
        }

        /** Marks the actions that a model may choose while talking; see {@link InConversation}. */
        public Builder inConversation(String... names) {
            List.of(names).forEach(declared::markForConversation);
            return this;
        }

        /** Sets where a plan's reason is written; {@link Thinking#LAST} unless set. */
        public Builder thinking(Thinking value) {
            thinking = Objects.requireNonNull(value, "thinking");
            return this;
        }

        /**
         * Sets the sentences of prompts; {@link Wording#ENGLISH} unless set.
         *
         * @throws IllegalStateException after {@link #selfActions}, whose help it contains
         */
        public Builder wording(Wording value) {
            if (!selfActions.isEmpty()) {
                throw new IllegalStateException("a wording after the self actions " + selfActions
                        + ", whose help it contains (set it before)");
            }
            wording = Objects.requireNonNull(value, "wording");
            return this;
        }

        /** Adds the five actions of {@link SelfActions}. */
        public Builder selfActions() {
            return selfActions(SelfActions.NAMES.toArray(new String[0]));
        }

        /**
         * Adds some actions of {@link SelfActions}, by name.
         *
         * @throws IllegalArgumentException if there is none of that name
         */
        public Builder selfActions(String... names) {
            for (String name : names) {
                if (!SelfActions.NAMES.contains(name)) {
                    throw new IllegalArgumentException(
                            "self action " + name + " (expected one of " + SelfActions.NAMES + ")");
                }
            }
            Set<String> some = Set.of(names);
            SelfActions.types(wording).stream()
                    .filter(type -> some.contains(type.name()))
                    .forEach(declared::add);
            selfActions = some;
            return this;
        }

        /**
         * Sets the actions of the example in prompts, the first of which stands in an answer of a
         * talker that may choose it: everyday ones, because small models copy examples. Unless set,
         * actions without free text.
         *
         * @param names of actions that were added before
         */
        public Builder example(String... names) {
            List.of(names).forEach(declared::require);
            example = List.of(names);
            return this;
        }

        /** Adds a precondition of an action, in words such as {@code a fire nearby}. */
        public Builder require(String action, String words, Precondition<Step> condition) {
            declared.require(action, words, condition);
            return this;
        }

        /** Adds a precondition of a record, or of all records that an interface permits. */
        public <A> Builder require(Class<A> type, String words, Precondition<A> condition) {
            declared.require(type, words, condition);
            return this;
        }

        /** Builds the catalog, which may be empty; prompts and schema then contain no actions. */
        public ActionCatalog build() {
            return new ActionCatalog(this);
        }
    }

    /**
     * Whether an agent can do an action {@code A} (a record, or a {@link Step}) at this moment. Game
     * thread only. A precondition that throws does not hold; the first such fault of each action is
     * logged.
     */
    @FunctionalInterface
    public interface Precondition<A> {
        /** Whether an agent can do an action now; changes nothing. */
        boolean holds(int agent, A action);

        /**
         * Returns what is lacking if it does not hold, in words that follow those of the
         * precondition, such as {@code you carry grain 1}; empty if there is nothing to add.
         */
        default String lack(int agent, A action) {
            return "";
        }
    }

    /** The actions with which an agent changes its own mind; they take effect without a runner. */
    public static final class SelfActions {
        /** Sets a goal: {@link #DESCRIPTION}. */
        public static final String SET_GOAL = "set_goal";

        /** Ends the {@link #GOAL}: {@link #HOW} says whether it is reached or given up. */
        public static final String END_GOAL = "end_goal";

        /** Sets the {@link #ORDER} of the agent's priorities. */
        public static final String SET_PRIORITIES = "set_priorities";

        /** Calls no model until the queue is done. */
        public static final String SLEEP_UNTIL_QUEUE_COMPLETE = "sleep_until_queue_complete";

        /** Cancels the remaining steps. */
        public static final String CANCEL_PLAN = "cancel_plan";

        /** The goal in words. */
        public static final String DESCRIPTION = "description";

        /** A goal that the agent has, in its words. */
        public static final String GOAL = "goal";

        /** How a goal ends: {@link #REACHED}, or {@link #GIVEN_UP}. */
        public static final String HOW = "how";

        /** The value of {@link #HOW} for a goal that is reached. */
        public static final String REACHED = "reached";

        /** The value of {@link #HOW} for a goal that is given up. */
        public static final String GIVEN_UP = "given up";

        /** The priorities, the most important first. */
        public static final String ORDER = "order";

        /** The names of all five. */
        public static final Set<String> NAMES =
                Set.of(SET_GOAL, END_GOAL, SET_PRIORITIES, SLEEP_UNTIL_QUEUE_COMPLETE, CANCEL_PLAN);

        private SelfActions() {}

        /** Returns all five. */
        static List<ActionType> types(Wording wording) {
            return List.of(
                    new ActionType(
                            SET_GOAL,
                            wording.say(Wording.Text.HELP_SET_GOAL),
                            List.of(Field.text(DESCRIPTION))),
                    new ActionType(
                            END_GOAL,
                            wording.say(Wording.Text.HELP_END_GOAL),
                            List.of(Field.text(GOAL), Field.oneOf(HOW, REACHED, GIVEN_UP))),
                    new ActionType(
                            SET_PRIORITIES,
                            wording.say(Wording.Text.HELP_SET_PRIORITIES),
                            List.of(Field.text(ORDER)
                                    .describedAs(wording.say(Wording.Text.HELP_ORDER)))),
                    new ActionType(
                            SLEEP_UNTIL_QUEUE_COMPLETE,
                            wording.say(Wording.Text.HELP_SLEEP),
                            List.of()),
                    new ActionType(CANCEL_PLAN, wording.say(Wording.Text.HELP_CANCEL), List.of()));
        }
    }

    /**
     * The form of a model's answer, which determines its keys. Instructions, schema and example of a
     * form always agree.
     */
    public enum AnswerForm {
        /** A plan: {@code action}, then {@code thinking}. */
        PLAN,

        /** A plan with speech: {@code action}, {@code speaking}, then {@code thinking}. */
        SPOKEN_PLAN,

        /**
         * Talk: {@code to}, {@code action}, {@code speaking}, then {@code end}, so that the deed is
         * judged before a word of it is heard; with the actions that are marked with {@link
         * InConversation}, or all if none is.
         */
        TALK
    }
}
