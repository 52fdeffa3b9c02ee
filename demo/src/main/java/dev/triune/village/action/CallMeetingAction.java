/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.village.action.VillagerAction.CallMeeting;
import dev.triune.village.people.WalkingBehavior;
import dev.triune.village.talk.MeetingSystem;
import dev.triune.village.world.Place;

/**
 * {@code call_meeting}: walks to the square, and calls all villagers nearby.
 * Fails soon after another meeting, or if nobody hears it.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
public final class CallMeetingAction extends WalkingBehavior<CallMeeting> {
    private MeetingSystem meetings;

    @Override
    public Progress start(int agent, CallMeeting action) {
        return resultOf(meetings.refusal(), Progress.RUNNING);
    }

    @Override
    public Progress tick(int agent, CallMeeting action) {
        return walk(agent, Place.SQUARE)
                ? resultOf(meetings.call(agent, action.about()), Progress.DONE)
                : Progress.RUNNING;
    }

    private static Progress resultOf(String refusal, Progress otherwise) {
        return refusal.isEmpty() ? otherwise : Progress.failed(refusal);
    }
}
