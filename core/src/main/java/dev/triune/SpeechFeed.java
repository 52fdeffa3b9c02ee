/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Aspect;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import dev.triune.component.Layer;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.component.Speech;

/**
 * Carries what agents say to the ears of those nearby, unless a module does. Game thread only.
 */
@SuppressWarnings("NullAway.Init") // Artemis and initialize set the fields
final class SpeechFeed implements Feed, MindListener {
    private long tick;

    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Persona> mPersona;
    private EntitySubscription hearers;

    @Override
    public void initialize(World world) {
        mSenses = world.getMapper(Senses.class);
        mPersona = world.getMapper(Persona.class);
        hearers = world.getAspectSubscriptionManager().get(Aspect.all(Senses.class));
    }

    @Override
    public void begin(long now) {
        tick = now;
    }

    @Override
    public void update(int agent) {}

    @Override
    public boolean carriesSpeech() {
        return true;
    }

    @Override
    public void spoke(int agent, Layer layer, String text) {
        Senses senses = mSenses.get(agent);
        if (senses == null || text.isEmpty()) {
            return;
        }
        Speech speech = new Speech(Persona.nameOf(mPersona.get(agent)), text, tick);
        IntBag nearby = senses.nearby;
        for (int i = 0; i < nearby.size(); i++) {
            int other = nearby.get(i); // the game may have written an id that nobody has
            Senses hearer = hearers.getActiveEntityIds().get(other) ? mSenses.get(other) : null;
            if (hearer != null) {
                hearer.hear(speech);
            }
        }
    }
}
