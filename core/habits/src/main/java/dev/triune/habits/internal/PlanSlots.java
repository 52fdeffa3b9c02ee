/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.ComponentMapper;
import com.artemis.World;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.action.VisibleObject;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Senses;
import dev.triune.internal.text.NameNormalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the names in a plan by slots, such as {@code <nearest tree>}, and fills slots with an
 * agent's own names. Artemis fills in the mappers. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class PlanSlots {
    static final String NEAREST = "nearest ";
    static final String PARTNER = "partner";
    static final String GOAL = "goal";
    static final String SELF = "self";

    /** The maximum number of names of one slot in a plan. */
    private static final int MAX_NUMBER = 9;

    /** A slot, with a number if a plan has several of the same. */
    private static final Pattern SLOT = Pattern.compile("<([^<>]+?)(?: ([2-9]))?>");

    /**
     * A slot in place of a name.
     *
     * @param number which of those that could fill it, from 1; 0 if there is none
     */
    private record Slot(String name, int number) {
        static final Slot NONE = new Slot("", 0);

        @Override
        public String toString() {
            return "<" + name + (number == 1 ? ">" : " " + number + ">");
        }
    }

    private final AgentNames agents = new AgentNames();
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Goals> mGoals;

    void initialize(World world) {
        world.inject(this);
        agents.initialize(world);
    }

    static boolean isSlot(String argument) {
        return SLOT.matcher(argument).matches();
    }

    /**
     * Returns the words of a plan without the numbers of its slots: equal for plans that differ only
     * in which one of several they choose.
     */
    static String withoutNumbers(String plan) {
        return SLOT.matcher(plan).replaceAll("<$1>");
    }

    /** Whether a game may declare a slot of this name. Allocates nothing. */
    static boolean isFree(String name) {
        return readsAsWhole(name)
                && !name.startsWith(NEAREST)
                && !name.equals(PARTNER)
                && !name.equals(GOAL)
                && !name.equals(SELF);
    }

    /** Whether a slot of this name reads as it, not as the second of another, and so on. */
    private static boolean readsAsWhole(String name) {
        int last = name.length() - 1;
        boolean numbered = last > 1
                && name.charAt(last - 1) == ' '
                && name.charAt(last) >= '2'
                && name.charAt(last) <= '9';
        return last >= 0 && !numbered && name.indexOf('<') < 0 && name.indexOf('>') < 0;
    }

    /**
     * Returns the steps with slots in place of names. The number of a slot tells which of several was
     * chosen: {@code <nearest post 2>} is the second nearest, where the nearest one may be the post
     * at which the agent stands.
     *
     * @param sights what the agent saw when it chose, the nearest first
     * @param slots the game's own slots, names and meanings in turn
     * @return null if an argument already looks like a slot, if it names somebody who is elsewhere,
     *     or something beyond the ninth of its kind
     */
    @Nullable
    List<Step> generalize(
            int agent,
            List<Step> steps,
            List<VisibleObject> sights,
            List<String> slots,
            ActionCatalog catalog) {
        List<Step> general = new ArrayList<>();
        for (Step step : steps) {
            Step changed = step;
            for (Field field : catalog.fields(step.type())) {
                String value = step.text(field.name());
                if (value.startsWith("<")) {
                    return null;
                }
                Slot slot =
                        value.isEmpty() ? Slot.NONE : slotOf(agent, field, value, sights, slots);
                if (slot.number > MAX_NUMBER || (slot.number == 0 && namesAgent(field, value))) {
                    return null;
                }
                if (slot.number > 0) {
                    changed = changed.with(field.name(), slot.toString());
                }
            }
            general.add(changed);
        }
        return general;
    }

    private Slot slotOf(
            int agent, Field field, String value, List<VisibleObject> sights, List<String> slots) {
        boolean names = field instanceof Field.Text || field instanceof Field.Target;
        for (int i = 0; i < slots.size(); i += 2) {
            // a choice, such as a building, becomes a slot only if the game declares one for it
            boolean fits = names || slots.get(i).equals(field.name());
            if (fits && slots.get(i + 1).equalsIgnoreCase(value)) {
                return new Slot(slots.get(i), place(value, meanings(slots.get(i), slots)));
            }
        }
        if (names && value.equalsIgnoreCase(agents.nameOf(agent))) {
            return new Slot(SELF, 1);
        }
        int inGoals = field instanceof Field.Text ? place(value, agents.namedByGoals(agent)) : 0;
        if (inGoals > 0) {
            return new Slot(GOAL, inGoals);
        }
        int near = names ? place(value, agents.near(agent)) : 0;
        if (near > 0) {
            return new Slot(PARTNER, near);
        }
        String kind = names ? kindOf(value, sights) : "";
        if (!kind.isEmpty() && readsAsWhole(NEAREST + kind)) {
            return new Slot(NEAREST + kind, place(value, ofKind(kind, sights)));
        }
        return field instanceof Field.Choice choice
                ? new Slot(GOAL, place(value, namedByGoal(agent, choice)))
                : Slot.NONE;
    }

    private boolean namesAgent(Field field, String value) {
        return field instanceof Field.Text && agents.exists(value);
    }

    /** Returns the place of a name in a list, from 1; 0 if it is not there. */
    private static int place(String name, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i + 1;
            }
        }
        return 0;
    }

    private static List<String> ofKind(String kind, List<VisibleObject> sights) {
        return sights.stream()
                .filter(thing -> thing.kind().equals(kind))
                .map(VisibleObject::name)
                .toList();
    }

    private static String kindOf(String value, List<VisibleObject> sights) {
        for (VisibleObject thing : sights) {
            if (thing.name().equalsIgnoreCase(value)) {
                return thing.kind();
            }
        }
        return "";
    }

    /** Returns what an agent sees now, the nearest first. */
    List<VisibleObject> visible(int agent) {
        Senses senses = mSenses.get(agent);
        return senses == null ? List.of() : senses.visible;
    }

    /** Returns the choices that the first open goal mentions, in their order. */
    private List<String> namedByGoal(int agent, Field.Choice choice) {
        return choice.choices().stream()
                .filter(each -> isNamedByGoal(agent, each))
                .toList();
    }

    private boolean isNamedByGoal(int agent, String value) {
        Goal goal = SituationReader.firstOpenGoal(mGoals.get(agent));
        List<String> words = NameNormalizer.words(value);
        return goal != null
                && !words.isEmpty()
                && NameNormalizer.words(goal.description).containsAll(words);
    }

    /**
     * Returns the steps of a habit, with slots replaced by the agent's names.
     *
     * @param slots the game's own slots, names and meanings in turn
     * @return null if a slot cannot be filled, or if a step then no longer fits
     */
    @Nullable
    List<Step> fill(int agent, List<Step> steps, List<String> slots, ActionCatalog catalog) {
        List<Step> filled = new ArrayList<>(steps.size());
        for (Step step : steps) {
            if (!catalog.names().contains(step.type())) {
                return null;
            }
            Step changed = step;
            for (Field field : catalog.fields(step.type())) {
                String value = step.text(field.name());
                String meaning =
                        value.startsWith("<") ? meaning(agent, field, value, slots) : value;
                boolean targetsItself = field instanceof Field.Text
                        && meaning.equals(value)
                        && !meaning.isEmpty()
                        && meaning.equalsIgnoreCase(agents.nameOf(agent));
                if (targetsItself || (meaning.isEmpty() && !value.isEmpty())) {
                    return null;
                }
                changed = meaning.equals(value) ? changed : changed.with(field.name(), meaning);
            }
            try {
                filled.add(catalog.resolveTargets(catalog.check(changed), visible(agent)));
            } catch (InvalidStepException e) {
                return null;
            }
        }
        return filled;
    }

    /** Returns the agent's current value of a slot; empty if there is none. */
    private String meaning(int agent, Field field, String argument, List<String> slots) {
        Matcher slot = SLOT.matcher(argument);
        if (!slot.matches()) {
            return "";
        }
        String name = slot.group(1);
        int number = slot.group(2) == null ? 1 : Integer.parseInt(slot.group(2));
        List<String> all = switch (name) {
            case PARTNER -> agents.near(agent);
            case SELF -> List.of(agents.nameOf(agent));
            case GOAL ->
                field instanceof Field.Choice choice
                        ? namedByGoal(agent, choice)
                        : agents.namedByGoals(agent);
            default ->
                name.startsWith(NEAREST)
                        ? ofKind(name.substring(NEAREST.length()), visible(agent))
                        : meanings(name, slots);
        };
        return number <= all.size() ? all.get(number - 1) : "";
    }

    /** Returns what the game declares for a slot, in its order. */
    private static List<String> meanings(String name, List<String> slots) {
        List<String> meanings = new ArrayList<>(1);
        for (int i = 0; i < slots.size(); i += 2) {
            if (slots.get(i).equals(name)) {
                meanings.add(slots.get(i + 1));
            }
        }
        return meanings;
    }
}
