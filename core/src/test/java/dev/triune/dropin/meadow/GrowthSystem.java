/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.systems.IteratingSystem;

/** Berries grow back, slowly. */
public class GrowthSystem extends IteratingSystem {
    private int tick;

    @SuppressWarnings("NullAway.Init") // Artemis fills it in
    private ComponentMapper<Bush> mBush;

    public GrowthSystem() {
        super(Aspect.all(Bush.class));
    }

    @Override
    protected void begin() {
        tick++;
    }

    @Override
    protected void process(int id) {
        Bush bush = mBush.get(id);
        if (tick % 10 == 0 && bush.berries < 40) {
            bush.berries++;
        }
    }
}
