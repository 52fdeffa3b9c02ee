/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.component.Persona;
import dev.triune.village.people.Position;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Place;
import org.junit.jupiter.api.Test;

final class RumourStoryTest {
    private static final long EVENING = 14L * Calendar.TICKS_PER_HOUR; // eight o'clock
    private static final long MORNING = 3L * Calendar.TICKS_PER_DAY;

    private final World world = new World(new WorldConfigurationBuilder().build());
    private final RumourStory story = new RumourStory();
    private final int edda = villager("Edda", "");
    private final int oren = villager("Oren", "Edda");
    private final int[] all = {edda, oren};

    RumourStoryTest() {
        world.inject(story);
        world.process();
    }

    private int villager(String name, String source) {
        int agent = world.create();
        world.edit(agent).create(Persona.class).name = name;
        world.edit(agent).create(Position.class);
        Episode rumour = new Episode();
        rumour.kind = VillageFacts.RUMOUR;
        rumour.source = source;
        world.edit(agent).create(Memory.class).episodes.add(rumour);
        return agent;
    }

    private void goToTheQuarry(int agent) {
        Position position = world.getMapper(Position.class).get(agent);
        position.x = Place.QUARRY.x();
        position.y = Place.QUARRY.y();
    }

    @Test
    void endsBadlyIfNobodyLooks() {
        story.observe(EVENING, all);
        story.observe(MORNING, all);
        assertThat(story.result().status()).isEqualTo("no");
        assertThat(story.result().words()).endsWith("nobody has gone there at night to look.");
    }

    @Test
    void endsBadlyIfOneLooksAlone() {
        goToTheQuarry(oren);
        story.observe(EVENING, all);
        story.observe(MORNING, all);
        assertThat(story.result().status()).isEqualTo("no");
        assertThat(story.result().words())
                .endsWith("Oren has gone there at night to look, alone, and is not believed.");
    }

    @Test
    void endsWellOnceTwoHaveLooked() {
        goToTheQuarry(oren);
        goToTheQuarry(edda);
        story.observe(EVENING - Calendar.TICKS_PER_HOUR, all); // too early
        assertThat(story.result().status()).isEqualTo("not yet");
        story.observe(EVENING, all);
        assertThat(story.result().status()).isEqualTo("yes");
        assertThat(story.result().words())
                .endsWith("there have been at night to look: Edda, Oren.");
    }
}
