/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import com.artemis.utils.IntBag;
import dev.triune.component.Senses;
import dev.triune.market.Components.Following;
import dev.triune.market.Components.Person;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Puts in words what an agent knows of its surroundings, whenever its prompt is written. */
@SuppressWarnings("NullAway.Init") // Artemis fills in mappers and systems
final class MarketPerception implements Perception {
    private ComponentMapper<Position> mPosition;
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Person> mPerson;
    private ComponentMapper<Stall> mStall;
    private ComponentMapper<Following> mFollowing;
    private Directory directory;
    private NightSystem night;

    @Override
    public Surroundings perceive(int agent) {
        List<String> names = new ArrayList<>();
        IntBag nearby = mSenses.get(agent).nearby;
        for (int i = 0; i < nearby.size(); i++) {
            Person person = mPerson.get(nearby.get(i));
            names.add(person == null ? "a wolf" : person.name);
        }
        int you = directory.you();
        if (you >= 0 && mPosition.get(agent).distance(mPosition.get(you)) < MarketWorld.EARSHOT) {
            names.add(mPerson.get(you).name);
        }
        List<String> facts = new ArrayList<>();
        if (mFollowing.has(agent)) {
            facts.add("you are walking with " + mFollowing.get(agent).whom);
        }
        mSenses.get(agent).visible.forEach(thing -> {
            int entity = directory.find(thing.name());
            if (entity >= 0 && mStall.has(entity)) {
                facts.add(thing.name() + " sells " + mStall.get(entity).wares);
            }
        });
        if (night.wolves() > 0) {
            facts.add("wolves roam the market by night");
        }
        int hour = (int) night.hour();
        String time = String.format(Locale.ROOT, "%d:%02d", hour, (int) (night.hour() % 1 * 60));
        return new Surroundings(
                "It is " + time + " on the market square"
                        + (night.isNight() ? ", dark night." : "."),
                names,
                facts);
    }
}
