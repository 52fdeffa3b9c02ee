/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.Needs;
import dev.triune.rule.ReflexRule;
import dev.triune.village.people.Body;

/** Makes thirsty villagers drink. Artemis fills in the mapper. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class ThirstReflex implements ReflexRule {
    /** The behavior that it starts. */
    public static final String DRINK = "drink";

    private static final int PRIORITY = 45; // above hunger, below bedtime
    private static final float SETS_IN = 0.25f;
    private static final float ENOUGH = 0.95f;

    private ComponentMapper<Body> mBody;

    @Override
    public String name() {
        return "thirsty";
    }

    @Override
    public String behavior() {
        return DRINK;
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean activates(int agent, Needs needs, Behavior behavior, long tick) {
        return mBody.get(agent).water < SETS_IN;
    }

    @Override
    public boolean staysActive(int agent, Needs needs, Behavior behavior, long tick) {
        return mBody.get(agent).water < ENOUGH;
    }
}
