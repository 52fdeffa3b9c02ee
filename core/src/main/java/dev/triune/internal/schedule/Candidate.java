/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.SelectionRule.Purpose;
import dev.triune.rule.StandardSelectionRule;

/**
 * What an agent would invoke a layer for, as one examination found it. The examination asks the rule
 * for its traits once and carries them here through readiness, lanes and request, so that all of
 * these speak about the same decision.
 *
 * <p>{@link AgentPicker} fills the same two for one agent after the other, because an examination must
 * allocate nothing; whoever is called by the game in between, by a rule or a hint, takes a new one.
 * Game thread only.
 */
final class Candidate {
    int agent;
    Mind mind = new Mind();
    SelectionRule rule = StandardSelectionRule.OTHERWISE;
    Layer layer = Layer.AUTONOMIC;
    Purpose purpose = Purpose.NOTHING;

    /** The urgency, 1 to 10: once {@link KindSchedule#age} has set it, with the hint and the wait. */
    int urgency;

    /** Whether the layer has waited too long; set with the urgency. */
    boolean overdue;

    /** Replaces the decision; returns this. */
    Candidate set(int id, Mind ofAgent, SelectionRule chosen) {
        agent = id;
        mind = ofAgent;
        rule = chosen;
        layer = chosen.layer();
        purpose = chosen.purpose();
        urgency = chosen.urgency();
        overdue = false;
        return this;
    }

    /** Returns the layer as one bit. */
    int bit() {
        return 1 << layer.ordinal();
    }
}
