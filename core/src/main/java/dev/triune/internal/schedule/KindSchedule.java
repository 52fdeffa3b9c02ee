/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.internal.schedule;

import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.component.Layer;
import dev.triune.component.Mind;
import dev.triune.rule.SelectionRule;
import dev.triune.rule.StandardSelectionRule;

/** The parts that schedule the requests of one kind of mind. Game thread only. */
public final class KindSchedule {
    private static final int URGENT = 9;
    private static final Layer[] LAYERS = Layer.values();

    public final MindKind kind;
    public final LayerCooldowns cooldowns;
    public final LayerSelector selector;

    @SuppressWarnings("NullAway.Init") // set by initialize
    public RequestSubmitter submitter;

    /** Creates the schedule of a kind. */
    public KindSchedule(GameClock clock, MindKind kind) {
        this.kind = kind;
        this.cooldowns = new LayerCooldowns(clock, kind.config());
        this.selector = new LayerSelector(kind.config(), cooldowns);
    }

    /** Sets the submitter of requests, and lets Artemis fill in all mappers. */
    public void initialize(World world, RequestSubmitter requestSubmitter) {
        submitter = requestSubmitter;
        selector.inject(world);
        world.inject(requestSubmitter);
        requestSubmitter.snapshots().inject(world);
    }

    /** Returns the rank of a request, by urgency, then layer; the greater goes first. */
    long rank(SelectionRule rule, int urgency) {
        return ((long) urgency << Integer.SIZE) + cooldowns.get(rule.layer()).priority();
    }

    /** Returns the lane in which an agent waits for its request. */
    int lane(SelectionRule rule, int urgency, Mind mind) {
        if (rule == StandardSelectionRule.COMPANY) {
            return RequestLanes.COMPANY;
        }
        boolean talk = rule.layer() == Layer.TALKER;
        if (urgency >= URGENT || (talk && cooldowns.isAttended(mind))) {
            return RequestLanes.URGENT;
        }
        return talk ? RequestLanes.TALK : RequestLanes.PLAN;
    }

    /** Returns the tick of the agent's last request in any layer; the earlier goes first. */
    long lastRequested(Mind mind) {
        long last = Mind.NEVER;
        for (Layer layer : LAYERS) {
            if (cooldowns.hasPrompt(layer)) {
                last = Math.max(last, mind.lastInvoked(layer));
            }
        }
        return last;
    }
}
