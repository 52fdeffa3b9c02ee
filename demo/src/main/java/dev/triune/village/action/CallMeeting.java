/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.Walking;
import dev.triune.village.places.Place;
import dev.triune.village.places.Village;
import dev.triune.village.talk.TalkSystem;

/**
 * {@code call_meeting}: walks to a place, the square unless another is named, and calls all who are
 * near it. Fails if the village met a while ago, or if nobody hears it.
 */
public final class CallMeeting extends Walking {
    @SuppressWarnings("NullAway.Init")
    private TalkSystem talking;

    /** In that village. */
    public CallMeeting(Village village) {
        super(village);
    }

    @Override
    public Progress start(int agent, Step step) {
        return done(talking.meetingRefused(), Progress.RUNNING);
    }

    @Override
    public Progress tick(int agent, Step step) {
        return walk(agent, Place.named(step.text("place")))
                ? done(talking.callMeeting(agent, step.text("about")), Progress.DONE)
                : Progress.RUNNING;
    }

    private static Progress done(String refusal, Progress otherwise) {
        return refusal.isEmpty() ? otherwise : Progress.failed(refusal);
    }
}
