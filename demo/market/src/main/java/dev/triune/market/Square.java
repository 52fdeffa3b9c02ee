/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.systems.IteratingSystem;
import com.artemis.utils.IntBag;
import dev.triune.component.Mind;
import dev.triune.component.Player;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Named;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Finds the entities that plans name as targets, and those nearby. */
@All(Body.class)
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class Square extends IteratingSystem {
    static final Aspect.Builder PEOPLE = Aspect.all(Named.class).one(Mind.class, Player.class);
    static final Aspect.Builder STALLS = Aspect.all(Named.class).exclude(Mind.class, Player.class);

    private ComponentMapper<Body> mBody;
    private ComponentMapper<Named> mNamed;
    int addressee = -1; // the person to whom the player types

    /** Returns all entities with certain components. */
    IntStream all(Aspect.Builder aspect) {
        IntBag entities = world.getAspectSubscriptionManager().get(aspect).getEntities();
        return Arrays.stream(entities.getData(), 0, entities.size());
    }

    /** Returns the person or stall with a name, or -1. */
    int find(String name) {
        return all(Aspect.all(Named.class))
                .filter(each -> named(each).name.equalsIgnoreCase(name))
                .findFirst()
                .orElse(-1);
    }

    Named named(int entity) {
        return mNamed.get(entity);
    }

    Body at(int entity) {
        return mBody.get(entity);
    }

    float distance(int one, int other) {
        return at(one).distance(at(other));
    }

    int you() {
        return all(Aspect.all(Player.class)).findFirst().orElseThrow();
    }

    /** Returns the addressee, else the nearest person, if within metres of the player, or -1. */
    int nearest(float within) {
        int you = you();
        return all(PEOPLE)
                .filter(each -> addressee < 0 || each == addressee)
                .filter(each -> each != you && distance(you, each) < within)
                .boxed()
                .min(Comparator.comparingDouble(each -> distance(you, each)))
                .orElse(-1);
    }

    /** Moves an entity towards its target, around stalls and people. */
    @Override
    protected void process(int walker) {
        Body body = at(walker);
        if (body.pause > 0) {
            body.pause -= world.getDelta();
        } else if (body.going) {
            step(body, world.getDelta());
        } else {
            body.idle += world.getDelta();
        }
        for (int i = 0; body.speed > 0 && i < subscription.getEntities().size(); i++) {
            keepClear(body, at(subscription.getEntities().get(i)));
        }
    }

    private static void step(Body body, float delta) {
        float dx = body.toX - body.x;
        float dy = body.toY - body.y;
        float left = (float) Math.hypot(dx, dy);
        float step = Math.min(left, body.speed * body.pace * delta);
        if (left > 0.01f) {
            body.at(body.x + dx / left * step, body.y + dy / left * step);
            body.stride += step;
            body.facesLeft = Math.abs(dx) > 0.1f ? dx < 0 : body.facesLeft;
        }
        body.going = left > 0.3f;
    }

    /** Moves somebody out of a stall, or slightly away from somebody else. */
    private static void keepClear(Body body, Body other) {
        boolean stall = other.speed == 0;
        float roomX = stall ? 2.9f : 0.9f; // metres from its centre
        float roomY = stall ? 1.6f : 0.9f;
        float dx = (body.x - other.x) / roomX;
        float dy = (body.y - other.y) / roomY;
        float depth = 1 - (float) Math.hypot(dx, dy);
        if (depth > 0 && body != other) {
            float push = stall ? depth : 0.1f * depth;
            float aside = dx < 0 ? -0.02f : 0.02f; // so that nobody gets stuck
            body.at(body.x + dx * push * roomX + aside, body.y + dy * push * roomY);
        }
    }
}
