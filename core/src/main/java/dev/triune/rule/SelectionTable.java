/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.rule;

import dev.triune.component.Layer;
import dev.triune.rule.SelectionRule.AgentView;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules in order: the first one that matches wins. The last rule always matches and must stay. Each
 * change throws {@link IllegalArgumentException} for a rule that is not in the table. Immutable.
 */
public final class SelectionTable implements DecisionPolicy {
    private static final SelectionTable STANDARD =
            new SelectionTable(List.of(StandardSelectionRule.values()));

    private final SelectionRule[] rules;

    private SelectionTable(List<SelectionRule> rules) {
        this.rules = rules.toArray(SelectionRule[]::new);
    }

    /** Returns the table of {@link StandardSelectionRule}. */
    public static SelectionTable standard() {
        return STANDARD;
    }

    /** Returns a copy with one more rule, checked before another. */
    public SelectionTable with(SelectionRule rule, SelectionRule before) {
        List<SelectionRule> all = rules();
        all.add(placeOf(before), rule);
        return new SelectionTable(all);
    }

    /** Returns a copy with one rule in the place of another, which is not the last. */
    public SelectionTable replacing(SelectionRule other, SelectionRule rule) {
        requireNotLast(other);
        List<SelectionRule> all = rules();
        all.set(placeOf(other), rule);
        return new SelectionTable(all);
    }

    /** Returns a copy without a rule, which is not the last. */
    public SelectionTable without(SelectionRule rule) {
        requireNotLast(rule);
        List<SelectionRule> all = rules();
        all.remove(placeOf(rule));
        return new SelectionTable(all);
    }

    /** Returns the rules in order. */
    public List<SelectionRule> rules() {
        return new ArrayList<>(List.of(rules));
    }

    @Override
    public SelectionRule select(AgentView agent) {
        if (this == STANDARD) {
            return StandardSelectionRule.first(agent);
        }
        for (SelectionRule rule : rules) {
            if (rule.matches(agent)) {
                return rule;
            }
        }
        return StandardSelectionRule.OTHERWISE;
    }

    /** Returns the first rule that matches an agent, of those whose layer is not the talker. */
    @Override
    public SelectionRule selectBesideTalk(AgentView agent) {
        if (this == STANDARD) {
            return StandardSelectionRule.firstOfPlans(agent);
        }
        for (SelectionRule rule : rules) {
            if (rule.layer() != Layer.TALKER && rule.matches(agent)) {
                return rule;
            }
        }
        return StandardSelectionRule.OTHERWISE;
    }

    private int placeOf(SelectionRule rule) {
        int place = rules().indexOf(rule);
        if (place < 0) {
            throw new IllegalArgumentException("rule \"" + rule.reason()
                    + "\" is not in the table (expected one of " + reasons() + ")");
        }
        return place;
    }

    private List<String> reasons() {
        return rules().stream().map(SelectionRule::reason).toList();
    }

    private void requireNotLast(SelectionRule rule) {
        if (rule.equals(rules[rules.length - 1])) {
            throw new IllegalArgumentException("rule \"" + rule.reason()
                    + "\" must stay: it holds where no other does (add one before it)");
        }
    }
}
