/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.PooledComponent;
import com.artemis.annotations.Fluid;
import java.util.ArrayList;
import java.util.List;

/** What an agent wants beyond the next plan; at most {@value #LIMIT} goals, the oldest gives way. */
@Fluid(exclude = true)
public class Goals extends PooledComponent {
    /** The most goals an agent can hold. */
    public static final int LIMIT = 5;

    /** The goals, the oldest first. */
    public final List<Goal> goals = new ArrayList<>();

    /** What matters to it, in words, the most important first. */
    public final List<String> priorities = new ArrayList<>();

    /** Adds a goal unless it is held already; the oldest gives way to it if need be. */
    public void add(String type, String description) {
        for (Goal goal : goals) {
            if (goal.description.equals(description)) {
                return;
            }
        }
        if (goals.size() == LIMIT) {
            goals.remove(0);
        }
        goals.add(new Goal(type, description));
    }

    /** Sets what matters, from words with commas between them; at most {@value #LIMIT} are kept. */
    public void prioritize(String order) {
        priorities.clear();
        for (String word : order.split(",", LIMIT + 1)) {
            if (!word.isBlank() && priorities.size() < LIMIT) {
                priorities.add(word.strip());
            }
        }
    }

    @Override
    protected void reset() {
        goals.clear();
        priorities.clear();
    }
}
