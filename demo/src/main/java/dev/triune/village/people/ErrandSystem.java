/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.people;

import com.artemis.ComponentMapper;
import com.artemis.annotations.All;
import com.artemis.annotations.Wire;
import com.artemis.systems.IteratingSystem;
import dev.triune.component.Journal;
import dev.triune.component.Journal.Agreement;
import dev.triune.component.Memory;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;

/**
 * Ends at dusk what was to be brought {@value #DUE}: who waited in vain remembers it, and likes the
 * other less. Gifts have their own thanks. Game thread only.
 */
@All({Villager.class, Memory.class, Journal.class})
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public class ErrandSystem extends IteratingSystem {
    /** The words by which a promise ends at dusk. */
    public static final String DUE = "before dusk";

    private static final int DUSK = 18; // o'clock
    private static final int EVERY = 100;
    private static final float DISAPPOINTED = 0.1f;

    @Wire
    private Village village;

    private ComponentMapper<Journal> mJournal;
    private ComponentMapper<Memory> mMemory;

    @Override
    protected boolean checkProcessing() {
        return village.tick() % EVERY == 0;
    }

    @Override
    protected void process(int agent) {
        for (Agreement each : mJournal.get(agent).agreements) {
            String words = each.what + "; " + each.answer;
            if (each.open() && words.contains(DUE) && village.tick() >= dusk(words, each.madeAt)) {
                each.settle(Agreement.State.FAILED, "dusk came first", village.tick());
                if (!each.own) {
                    disappoint(mMemory.get(agent), each.with);
                }
            }
        }
    }

    /** Returns the dusk that is meant: after today's, and by "tomorrow", the next one. */
    private static long dusk(String words, long madeAt) {
        boolean next = Calendar.hour(madeAt) >= DUSK || words.contains("tomorrow");
        return Calendar.tick(Calendar.day(madeAt) + (next ? 1 : 0), DUSK);
    }

    private void disappoint(Memory memory, String by) {
        float liking = memory.relation(by).map(known -> known.liking).orElse(0f);
        memory.relate(by, "", Math.max(-1, liking - DISAPPOINTED));
        memory.remember(
                by + " did not bring what was promised " + DUE, "promise", 0.5f, village.tick());
    }
}
