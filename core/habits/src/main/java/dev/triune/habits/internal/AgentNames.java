/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.habits.internal;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.component.Conversation;
import dev.triune.component.Goals;
import dev.triune.component.Goals.Goal;
import dev.triune.component.Mind;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.internal.inject.GameObjects;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The names of agents: near another, or mentioned in its goals. Game thread only. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class AgentNames {
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Conversation> mConversation;
    private ComponentMapper<Goals> mGoals;
    private EntitySubscription people;

    void initialize(World world) {
        world.inject(this);
        people = world.getAspectSubscriptionManager().get(Aspect.all(Mind.class, Persona.class));
    }

    String nameOf(int agent) {
        Persona persona = GameObjects.find(mPersona, agent);
        return persona == null ? "" : Objects.requireNonNullElse(persona.name, "");
    }

    /** Returns the names of the agent's conversation partners, then of its neighbours. */
    List<String> near(int agent) {
        List<String> names = new ArrayList<>();
        Conversation conversation = mConversation.get(agent);
        Senses senses = mSenses.get(agent);
        addNames(conversation == null ? null : conversation.partners, names);
        addNames(senses == null ? null : senses.nearby, names);
        return names;
    }

    private void addNames(@Nullable IntBag agents, List<String> names) {
        for (int i = 0; agents != null && i < agents.size(); i++) {
            String name = nameOf(agents.get(i));
            if (!name.isEmpty() && !names.contains(name)) {
                names.add(name);
            }
        }
    }

    /** Whether an agent has a name, wherever it is. */
    boolean exists(String name) {
        IntBag all = people.getEntities();
        boolean found = false;
        for (int i = 0; i < all.size() && !found; i++) {
            found = name.equalsIgnoreCase(nameOf(all.get(i)));
        }
        return found;
    }

    /** Returns the agents that open goals mention, in that order. */
    List<String> namedByGoals(int agent) {
        List<String> named = new ArrayList<>();
        Goals goals = mGoals.get(agent);
        for (int i = 0; goals != null && i < goals.goals.size(); i++) {
            Goal goal = goals.goals.get(i);
            if (goal.progress < 1) {
                named.addAll(namedIn(goal.description, agent));
            }
        }
        return named;
    }

    private Collection<String> namedIn(String text, int agent) {
        Map<Integer, String> named = new TreeMap<>();
        IntBag all = people.getEntities();
        for (int i = 0; i < all.size(); i++) {
            String name = all.get(i) == agent ? "" : nameOf(all.get(i));
            int at = name.isEmpty() ? -1 : text.indexOf(name);
            int end = at + name.length();
            boolean isWord = at >= 0
                    && (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)))
                    && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
            if (isWord) { // in "Pell 2", that is not "Pell"
                named.merge(at, name, (one, other) -> one.length() > other.length() ? one : other);
            }
        }
        return named.values();
    }
}
