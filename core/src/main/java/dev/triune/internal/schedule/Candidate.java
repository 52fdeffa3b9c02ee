/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.ComponentMapper;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.StandardSelectionRule;

/**
 * What an agent would invoke a layer for, as one examination found it; carried through readiness,
 * lanes and request, so that all of these speak about the same decision.
 *
 * <p>{@link AgentPicker} fills the same two for one agent after the other, because an examination must
 * allocate nothing; whoever is called by the game in between, by a rule or a hint, takes a new one.
 * It refers to the agent by its id: a collector that tracks references between old objects makes the
 * write of one dearer than a look-up. Game thread only.
 */
final class Candidate {
    private final ComponentMapper<Mind> minds;

    int agent;
    SelectionRule rule = StandardSelectionRule.OTHERWISE;

    /** The urgency, 1 to 10: once {@link KindSchedule#age} has set it, with the hint and the wait. */
    int urgency;

    /** Whether the layer has waited too long; set with the urgency. */
    boolean overdue;

    Candidate(ComponentMapper<Mind> minds) {
        this.minds = minds;
    }

    /** Replaces the decision; returns this. */
    Candidate set(int id, SelectionRule chosen) {
        agent = id;
        if (rule != chosen) {
            rule = chosen;
        }
        return this;
    }

    Mind mind() {
        return minds.get(agent);
    }

    Layer layer() {
        return rule.layer();
    }

    Purpose purpose() {
        return rule.purpose();
    }

    /** Returns the layer as one bit. */
    int bit() {
        return 1 << layer().ordinal();
    }
}
