/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.plan;

import dev.triune.llm.AnswerSchema;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a model may order, declared once by the game. Nothing else can ever be queued.
 * Immutable and thread-safe; only {@link #obstacle}, which asks the game, is for the game thread.
 *
 * <pre>{@code
 * sealed interface VillagerAction permits Gather, Talk {}
 *
 * @Help("collect a resource that you can see")
 * record Gather(@Visible String target, @Range(min = 1, max = 20) int amount)
 *         implements VillagerAction {}
 *
 * ActionCatalog actions = ActionCatalog.of(VillagerAction.class);
 * }</pre>
 *
 * <p>A component is a {@link String} (free text, or a {@link Visible} target, or {@link OneOf}
 * several words), an int, long, float or double (perhaps in a {@link Range}), a boolean, or an enum.
 * {@link Optionally} may be left out. What its constructor refuses is no step; it runs on I/O
 * threads and must look at its values only. The same without records:
 *
 * <pre>{@code
 * ActionCatalog actions = ActionCatalog.builder()
 *         .action("gather", "collect a resource that you can see",
 *                 target("target"), whole("amount", 1, 20))
 *         .build();
 * }</pre>
 *
 * <p>Answers are mended where it is clear what was meant: names by a synonym or by the only one that
 * is spelt almost like it, numbers into their range, and numbers and flags that came as text.
 */
public final class ActionCatalog {
    private final Map<String, Action> actions;
    private final List<ActionType> types;
    private final Vocabulary names;
    private final boolean aboutItself;
    private final AnswerSchema schema;
    private final String help;

    private ActionCatalog(Builder built) {
        actions = built.declared.actions();
        names = new Vocabulary(built.declared.names());
        aboutItself = built.aboutItself;
        types = actions.values().stream().map(Action::type).toList();
        schema = PlanSchema.of(types);
        help = types.stream().map(ActionType::describe).collect(Collectors.joining("\n"));
    }

    /**
     * The catalog of records, and of those that sealed interfaces permit, nested ones included.
     *
     * @throws IllegalArgumentException if one of them cannot be an action; says why
     */
    public static ActionCatalog of(Class<?>... declared) {
        Builder builder = builder();
        for (Class<?> each : declared) {
            builder.actions(each);
        }
        return builder.build();
    }

    /** Begins a catalog. */
    public static Builder builder() {
        return new Builder();
    }

    /** Every action, in declared order. */
    public Collection<ActionType> types() {
        return types;
    }

    /** What can be ordered, for prompts: a line for each action. */
    public String help() {
        return help;
    }

    /** The schema of a whole answer, for servers that hold a model to it. */
    public AnswerSchema schema() {
        return schema;
    }

    /**
     * Checks an action of an answer, mends it where it is clear what was meant, and makes the step.
     *
     * @param type the name as the answer gives it; case does not matter
     * @param raw the other keys
     * @throws InvalidStep if there is no such action or its fields do not fit
     */
    public Step check(String type, Map<String, Object> raw) throws InvalidStep {
        return order(type, raw).step();
    }

    /** The same, with what was mended in words. */
    PlanPart.Ordered order(String type, Map<String, ?> raw) throws InvalidStep {
        Action action = find(type);
        if (action == null) {
            throw new InvalidStep("no such action");
        }
        Mends mends = new Mends();
        if (!action.type().name().equals(Spelling.lower(type))) {
            mends.add("type read as " + action.type().name());
        }
        return new PlanPart.Ordered(action.read(raw, mends), mends.toString());
    }

    /**
     * Checks a step that no model gave: of a routine, of a saved game.
     *
     * @return the same step; one like it if it had to be mended, as after a change of the catalog
     * @throws InvalidStep if there is no such action or its fields do not fit
     */
    public Step check(Step step) throws InvalidStep {
        Step checked = order(step.type(), step.arguments()).step();
        return checked.equals(step) ? step : checked;
    }

    /** The catalog's name of an action as an answer gives it; {@code unknown} if there is none. */
    public String nameOf(String type) {
        Action action = find(type);
        return action == null ? "unknown" : action.type().name();
    }

    /**
     * The name of the action that was declared as that record.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String nameOf(Class<?> record) {
        for (Action action : actions.values()) {
            Shape shape = action.shape();
            if (shape != null && shape.type() == record) {
                return action.type().name();
            }
        }
        throw new IllegalArgumentException(record.getName()
                + " is no action of this catalog (expected one of " + actions.keySet() + ")");
    }

    /**
     * The record of a step.
     *
     * @throws IllegalArgumentException if the step is none of this catalog or does not fit, which
     *     {@link #check(Step)} finds out, or if the action was declared without a record
     */
    public Object action(Step step) {
        Action action = actions.get(step.type());
        Shape shape = action == null ? null : action.shape();
        if (action == null || shape == null) {
            throw new IllegalArgumentException("action " + step.type() + " has no record (declare"
                    + " it by actions(Class), or read the step by its text(), whole(), flag())");
        }
        try {
            return shape.make(action.type().read(step.arguments(), new Mends()));
        } catch (InvalidStep e) {
            throw new IllegalArgumentException("step of " + step.type() + " does not fit: "
                    + e.reason() + " (check steps that were loaded)");
        }
    }

    /**
     * The record of a step, as that type.
     *
     * @throws IllegalArgumentException as {@link #action(Step)}, or if the record is of another type
     */
    public <A> A action(Step step, Class<A> type) {
        Object action = action(step);
        if (!type.isInstance(action)) {
            throw new IllegalArgumentException("action " + step.type() + " is a "
                    + action.getClass().getName() + ", no " + type.getName());
        }
        return type.cast(action);
    }

    /**
     * Checks the targets of a step against what its agent sees. A target means the thing of that
     * name, whatever the case, blanks and articles; or else the nearest that has all its words or
     * fewer; or else the only one that is spelt almost like it; or else the nearest of that kind.
     * The {@value Aiming#LIMIT} nearest things are looked at.
     *
     * @param visible the nearest first
     * @return the step, or one that names what the agent sees where it named something like it
     * @throws InvalidStep if it aims at what is not there
     */
    public Step aim(Step step, List<Sight> visible) throws InvalidStep {
        Action action = actions.get(step.type());
        if (action == null) {
            throw new InvalidStep("no such action");
        }
        Step aimed = step;
        for (Field field : action.type().fields()) {
            String named = step.text(field.name());
            if (field instanceof Field.Target target && !named.isEmpty()) {
                String found = Aiming.among(visible, target.kinds()).at(named);
                if (found == null) {
                    throw new InvalidStep(field.name() + " is not in sight");
                }
                aimed = found.equals(named) ? aimed : aimed.with(field.name(), found);
            }
        }
        return aimed.equals(step) ? step : action.read(aimed.arguments(), new Mends());
    }

    /**
     * Why an agent cannot do a step at this moment; empty if it can. Asks the preconditions of its
     * action; a step that only the game orders, and the catalog does not know, has none. Game thread
     * only.
     */
    public String obstacle(int agent, Step step) {
        Action action = actions.get(step.type());
        return action == null ? "" : action.obstacle(agent, step);
    }

    /**
     * Whether that is one of the actions of {@link SelfAction}, which no behaviour runs for, and
     * this catalog has them.
     *
     * @param type the name in the catalog
     */
    public boolean isAboutItself(String type) {
        return aboutItself && SelfAction.NAMES.contains(type);
    }

    private @Nullable Action find(String type) {
        String known = names.exactly(type);
        known = known == null ? names.nearest(type) : known;
        return known == null ? null : actions.get(known);
    }

    /** Collects actions. Not thread-safe. */
    public static final class Builder {
        private final Declarations declared = new Declarations();
        private boolean aboutItself;

        private Builder() {}

        /**
         * Adds the records that a sealed interface permits, nested ones included, or one record.
         *
         * @throws IllegalArgumentException if one of them cannot be an action; says why
         */
        public Builder actions(Class<?> sealedInterface) {
            RecordReader.actions(sealedInterface).forEach(declared::add);
            return this;
        }

        /**
         * Adds an action.
         *
         * @param name in lower case, unique
         * @param help one line for the prompt
         * @throws IllegalArgumentException if the name is taken or has capitals
         */
        public Builder action(String name, String help, Field... fields) {
            declared.add(new Action(new ActionType(name, help, List.of(fields)), null, List.of()));
            return this;
        }

        /**
         * Lets answers call an action by other names too, as {@link Synonyms} does.
         *
         * @param action the name of one that was added before
         * @param words in lower case; what no action is called
         * @throws IllegalArgumentException if there is no such action, or a name is taken
         */
        public Builder synonyms(String action, String... words) {
            declared.synonyms(action, List.of(words));
            return this;
        }

        /**
         * Adds the four actions of {@link SelfAction}.
         *
         * @throws IllegalArgumentException if one of their names is taken
         */
        public Builder aboutItself() {
            SelfAction.types().forEach(type -> declared.add(new Action(type, null, List.of())));
            aboutItself = true;
            return this;
        }

        /**
         * Lets the steps of an action through only where something holds.
         *
         * @param action the name of one that was added before
         * @param words what it needs, as in {@code a fire nearby}; for prompts and reasons
         * @throws IllegalArgumentException if there is no such action
         */
        public Builder require(String action, String words, Precondition<Step> condition) {
            declared.require(action, words, condition);
            return this;
        }

        /**
         * The same for the actions whose records are of that type: one, or all that an interface
         * permits.
         *
         * @throws IllegalArgumentException if there is no such action
         */
        public <A> Builder require(Class<A> type, String words, Precondition<A> condition) {
            declared.require(type, words, condition);
            return this;
        }

        /** Builds the catalog; it may be empty, and then prompts and schema know of no actions. */
        public ActionCatalog build() {
            return new ActionCatalog(this);
        }
    }
}
