/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.action;

import dev.triune.action.Progress;
import dev.triune.action.Step;
import dev.triune.village.people.VillagerDirectory;
import dev.triune.village.talk.TalkSystem;
import dev.triune.village.world.Village;

/** {@code talk}: seeks somebody out and says something. */
public final class TalkAction extends PartnerAction {
    @SuppressWarnings("NullAway.Init")
    private TalkSystem talking;

    /** Creates the runner of a village, for those villagers. */
    public TalkAction(Village village, VillagerDirectory villagerDirectory) {
        super(village, villagerDirectory);
    }

    @Override
    Progress tickTogether(int agent, int other, Step step, boolean near) {
        if (!near) {
            return Progress.RUNNING;
        }
        return talking.address(agent, other, step.text("text"))
                ? Progress.DONE
                : Progress.failed(step.text("to") + " is in no mood to talk");
    }
}
