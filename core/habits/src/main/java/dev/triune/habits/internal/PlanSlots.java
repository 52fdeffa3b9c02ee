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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
     * Returns the steps with slots in place of names.
     *
     * @param slots the game's own slots, names and meanings in turn
     * @return null if an argument already looks like a slot, if it names somebody who is elsewhere,
     *     or if there are too many names of one kind
     */
    @Nullable
    List<Step> generalize(int agent, List<Step> steps, List<String> slots, ActionCatalog catalog) {
        Map<String, List<String>> numbered = new LinkedHashMap<>();
        List<Step> general = new ArrayList<>();
        for (Step step : steps) {
            Step changed = step;
            for (Field field : catalog.fields(step.type())) {
                String value = step.text(field.name());
                if (value.startsWith("<")) {
                    return null;
                }
                String slot = value.isEmpty() ? "" : slotOf(agent, field, value, slots);
                int number = slot.isEmpty() ? 0 : number(slot, value, numbered);
                if (number > MAX_NUMBER || (number == 0 && namesAgent(field, value))) {
                    return null;
                }
                if (number > 0) {
                    String suffix = number == 1 ? ">" : " " + number + ">";
                    changed = changed.with(field.name(), "<" + slot + suffix);
                }
            }
            general.add(changed);
        }
        return general;
    }

    /** Returns the number of a name among those of its slot, from 1. */
    private static int number(String slot, String value, Map<String, List<String>> numbered) {
        List<String> names = numbered.computeIfAbsent(slot, none -> new ArrayList<>());
        String name = value.toLowerCase(Locale.ROOT);
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name) + 1;
    }

    private String slotOf(int agent, Field field, String value, List<String> slots) {
        boolean names = field instanceof Field.Text || field instanceof Field.Target;
        for (int i = 0; i < slots.size(); i += 2) {
            // a choice, such as a building, becomes a slot only if the game declares one for it
            boolean fits = names || slots.get(i).equals(field.name());
            if (fits && slots.get(i + 1).equalsIgnoreCase(value)) {
                return slots.get(i);
            }
        }
        if (names && value.equalsIgnoreCase(agents.nameOf(agent))) {
            return SELF;
        }
        if (field instanceof Field.Text && contains(agents.namedByGoals(agent), value)) {
            return GOAL;
        }
        if (names && contains(agents.near(agent), value)) {
            return PARTNER;
        }
        String kind = names ? kindOf(agent, value) : "";
        if (!kind.isEmpty() && readsAsWhole(NEAREST + kind)) {
            return NEAREST + kind;
        }
        return field instanceof Field.Choice && isNamedByGoal(agent, value) ? GOAL : "";
    }

    private boolean namesAgent(Field field, String value) {
        return field instanceof Field.Text && agents.exists(value);
    }

    private static boolean contains(List<String> names, String value) {
        return names.stream().anyMatch(value::equalsIgnoreCase);
    }

    private String kindOf(int agent, String value) {
        for (VisibleObject thing : visible(agent)) {
            if (thing.name().equalsIgnoreCase(value)) {
                return thing.kind();
            }
        }
        return "";
    }

    private List<VisibleObject> visible(int agent) {
        Senses senses = mSenses.get(agent);
        return senses == null ? List.of() : senses.visible;
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
        if (name.startsWith(NEAREST)) {
            return nearest(agent, name.substring(NEAREST.length()), number);
        }
        switch (name) {
            case PARTNER -> {
                List<String> others = agents.near(agent);
                return number <= others.size() ? others.get(number - 1) : "";
            }
            case SELF -> {
                return agents.nameOf(agent);
            }
            case GOAL -> {
                List<String> named = field instanceof Field.Choice choice
                        ? choice.choices().stream()
                                .filter(each -> isNamedByGoal(agent, each))
                                .toList()
                        : agents.namedByGoals(agent);
                return number <= named.size() ? named.get(number - 1) : "";
            }
            default -> {
                return meaningOf(name, slots);
            }
        }
    }

    private static String meaningOf(String name, List<String> slots) {
        for (int i = 0; i < slots.size(); i += 2) {
            if (slots.get(i).equals(name)) {
                return slots.get(i + 1);
            }
        }
        return "";
    }

    private String nearest(int agent, String kind, int number) {
        int left = number;
        for (VisibleObject thing : visible(agent)) {
            if (thing.kind().equals(kind) && --left == 0) {
                return thing.name();
            }
        }
        return "";
    }
}
