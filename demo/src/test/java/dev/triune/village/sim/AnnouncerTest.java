/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.village.world.Calendar;
import dev.triune.village.world.Resource;
import dev.triune.village.world.Village;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnouncerTest {
    private final List<String> news = new ArrayList<>();
    private final Village village = new Village(8);
    private final Announcer announcer = new Announcer(village, new VillageListener() {
        @Override
        public void eventAnnounced(String words) {
            news.add(words);
        }
    });

    @Test
    void saysWhatIsLeftAfterAStorm() {
        while (!village.isStorm()) {
            pass();
        }
        village.store().clear();
        village.store().add(Resource.BREAD, 3);
        village.store().add(Resource.WOOD, 14);
        while (village.isStorm()) {
            pass();
        }
        assertThat(news).contains("the storm is over; the store holds wood 14, bread 3");
    }

    @Test
    void springBeginsAYear() {
        village.advanceTo(12L * Calendar.TICKS_PER_DAY - 1);
        announcer.observe();
        news.clear();
        pass();
        assertThat(news).contains("spring and year 2 begin");
    }

    private void pass() {
        village.advanceTo(village.tick() + 1);
        announcer.observe();
    }
}
