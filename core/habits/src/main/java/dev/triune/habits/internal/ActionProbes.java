/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import dev.triune.action.ActionCatalog;
import dev.triune.action.Field;
import dev.triune.action.Step;
import dev.triune.action.Step.InvalidStepException;
import dev.triune.internal.inject.GameFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Finds the actions with preconditions that an agent could do now, by testing a sample of each
 * action and of each choice in its first field with choices. Game thread only; allocates nothing.
 */
final class ActionProbes {
    private static final int MAX_CHOICES = 16;
    private static final Logger LOG = Logger.getLogger(ActionProbes.class.getName());
    private static final String SOMETHING = "something";

    /** An action, with the precondition of each sample. */
    private record ProbedAction(String name, List<IntPredicate> samples) {}

    private final List<ProbedAction> actions = new ArrayList<>();

    ActionProbes(ActionCatalog catalog) {
        for (String name : catalog.names()) {
            List<IntPredicate> samples =
                    catalog.hasPreconditions(name) ? samples(catalog, name) : List.of();
            if (!samples.isEmpty()) {
                actions.add(new ProbedAction(name, samples));
            }
        }
    }

    private static List<IntPredicate> samples(ActionCatalog catalog, String name) {
        List<Field> fields = catalog.fields(name);
        Field.Choice varied = fields.stream()
                .filter(Field.Choice.class::isInstance)
                .map(Field.Choice.class::cast)
                .findFirst()
                .orElse(null);
        List<String> choices = varied == null
                ? List.of("")
                : varied.choices().stream().limit(MAX_CHOICES).toList();
        List<IntPredicate> samples = new ArrayList<>();
        for (String choice : choices) {
            Step step = Step.of(name);
            for (Field field : fields) {
                boolean leaveOut = !field.required() && !field.equals(varied);
                step = leaveOut
                        ? step
                        : step.with(field.name(), field.equals(varied) ? choice : sample(field));
            }
            try {
                samples.add(catalog.precondition(step));
            } catch (InvalidStepException e) {
                LOG.log(Level.FINE, "no sample of {0}: its record refuses it", name);
            }
        }
        return samples;
    }

    private static Object sample(Field field) {
        if (field instanceof Field.Whole whole) {
            return Math.max(whole.min(), Math.min(whole.max(), 1));
        }
        if (field instanceof Field.Decimal decimal) {
            return Math.max(decimal.min(), Math.min(decimal.max(), 1));
        }
        if (field instanceof Field.Choice choice) {
            return choice.choices().get(0);
        }
        return field instanceof Field.Flag ? "false" : SOMETHING;
    }

    /** Adds the actions that are possible with at least one choice, in order. */
    void read(int agent, SituationText text, GameFaults faults) {
        text.part("can");
        for (int i = 0; i < actions.size(); i++) {
            ProbedAction action = actions.get(i);
            for (int k = 0; k < action.samples.size(); k++) {
                if (isPossible(action.samples.get(k), agent, faults)) {
                    text.item(action.name);
                    break;
                }
            }
        }
    }

    private static boolean isPossible(IntPredicate sample, int agent, GameFaults faults) {
        try {
            return sample.test(agent);
        } catch (Error e) {
            faults.report("precondition", sample, agent, e);
            return false;
        } catch (Exception e) {
            return false; // logged when its steps are carried out
        }
    }
}
