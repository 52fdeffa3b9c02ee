/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.component;

import com.artemis.Component;
import com.artemis.annotations.EntityId;
import com.artemis.annotations.Fluid;
import com.artemis.annotations.LinkPolicy;
import com.artemis.utils.IntBag;
import dev.triune.action.VisibleObject;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The perceptions of an agent, set by the game. */
@Fluid(exclude = true)
public class Senses extends Component {
    /** The number of remembered lines of speech; the oldest give way. */
    public static final int HEARD_LIMIT = 5;

    /**
     * The entities near enough to talk to. Deleted agents are removed from it; an entity without
     * components of minds only if the world has Artemis's {@code EntityLinkManager}.
     */
    @EntityId
    @LinkPolicy(LinkPolicy.Policy.CHECK_SOURCE_AND_TARGETS)
    public final IntBag nearby = new IntBag(1);

    private Collection<Speech> heard = Collections.emptyList();

    /**
     * Things in sight, the nearest first. Steps can target any of them. A prompt lists up to 64
     * facts: first those of the perception, then these, as far as its budget goes.
     */
    public final List<VisibleObject> visible = new NonNullList<>();

    /** The tick of the last speech heard. */
    public long heardAt = Mind.NEVER;

    /** The tick in which the talker last took note of what was heard. */
    public long attendedAt = Mind.NEVER;

    /** The number of lines heard since then, because several may come in one tick. */
    public int unattended;

    /** Returns speech within earshot, the oldest first; {@link #hear} adds to it. */
    public Collection<Speech> heard() {
        return Collections.unmodifiableCollection(heard);
    }

    /** Takes in speech. */
    public void hear(Speech speech) {
        Objects.requireNonNull(speech, "speech");
        if (heard.isEmpty()) { // most agents hear nothing, and share the empty list
            heard = new ArrayDeque<>(1);
        } else if (heard.size() == HEARD_LIMIT) {
            heard.remove(heard.iterator().next());
        }
        heard.add(speech);
        heardAt = speech.tick();
        unattended++;
    }

    /** Takes in speech to others, which needs no answer. */
    public void overhear(Speech speech) {
        int before = unattended;
        hear(speech.overheard() ? speech : speech.asOverheard());
        unattended = before;
    }

    /** Forgets the speech that matches a condition. */
    public void forgetHeard(Predicate<? super Speech> condition) {
        heard.removeIf(condition);
    }

    /** Replaces each line of speech with another. */
    public void replaceHeard(UnaryOperator<Speech> change) {
        List<Speech> before = List.copyOf(heard);
        heard.clear();
        before.forEach(speech -> heard.add(change.apply(speech)));
    }

    /** Whether there is speech that the talker has not taken note of. */
    public boolean hasNews() {
        return unattended > 0;
    }

    /** Marks all speech so far as noted by the talker. */
    public void markAttended(long tick) {
        attendedAt = tick;
        unattended = 0;
    }
}
