/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.component.Episode;
import dev.triune.component.Memory;
import dev.triune.village.people.VillageFacts;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import org.junit.jupiter.api.Test;

final class FeastStoryTest {
    private final World world =
            new World(new WorldConfigurationBuilder().build().register(new Village(2)));
    private final FeastStory story = new FeastStory();
    private final int[] all = {villager(), villager()};

    FeastStoryTest() {
        world.inject(story);
        world.process();
    }

    private int villager() {
        int agent = world.create();
        world.edit(agent).create(Memory.class);
        return agent;
    }

    private void hear(int agent) {
        Episode feast = new Episode();
        feast.kind = VillageFacts.FEAST;
        feast.source = "Edda";
        world.getMapper(Memory.class).get(agent).episodes.add(feast);
    }

    @Test
    void tellsBeforeTheFeastHowManyHaveHeardOfIt() {
        story.observe(0, all);
        assertThat(story.result().words())
                .isEqualTo("The feast is on the evening of day " + VillageFacts.FEAST_DAY
                        + "; nobody has heard of it so far.");
        hear(all[0]);
        story.observe(20, all);
        assertThat(story.result().words()).endsWith("; 1 has heard of it so far.");
        hear(all[1]);
        story.observe(40, all);
        assertThat(story.result().words()).endsWith("; 2 have heard of it so far.");
        assertThat(story.result().status()).isEqualTo("not yet");
    }

    @Test
    void tellsAfterTheFeastWhoCame() {
        hear(all[0]);
        story.observe(0, all);
        story.observe((VillageFacts.FEAST_DAY + 1L) * Calendar.TICKS_PER_DAY, all);
        assertThat(story.result().words())
                .isEqualTo("The elder told of the feast on the evening of day "
                        + VillageFacts.FEAST_DAY
                        + ", and 1 heard of it; 0 came (nobody), and there was bread for all: 0.");
    }
}
