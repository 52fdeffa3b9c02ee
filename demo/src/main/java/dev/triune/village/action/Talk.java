/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.behavior.Progress;
import dev.triune.plan.Step;
import dev.triune.village.people.People;
import dev.triune.village.places.Village;
import dev.triune.village.talk.TalkSystem;

/** {@code talk}: seeks somebody out and says something. */
public final class Talk extends Meeting {
    @SuppressWarnings("NullAway.Init")
    private TalkSystem talking;

    /** In that village, among those people. */
    public Talk(Village village, People people) {
        super(village, people);
    }

    @Override
    Progress together(int agent, int other, Step step, boolean near) {
        if (!near) {
            return Progress.RUNNING;
        }
        return talking.address(agent, other, step.text("text"))
                ? Progress.DONE
                : Progress.failed(step.text("to") + " is in no mood to talk");
    }
}
