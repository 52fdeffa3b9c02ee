/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.schedule.LLMSchedulerSystem;
import dev.triune.village.talk.TalkListener;

/**
 * Has those who are spoken to think of it at once: in a large village the scheduler would come to
 * them only in turn. Game thread only.
 */
record Ears(LLMSchedulerSystem scheduler) implements TalkListener {
    @Override
    public void began(int[] members) {
        prick(members);
    }

    @Override
    public void joined(int agent, int[] members) {
        prick(members);
    }

    @Override
    public void turn(int speaker, int[] listeners, String text) {
        prick(listeners);
    }

    private void prick(int[] agents) {
        for (int agent : agents) {
            if (agent != PLAYER) {
                scheduler.notice(agent);
            }
        }
    }
}
