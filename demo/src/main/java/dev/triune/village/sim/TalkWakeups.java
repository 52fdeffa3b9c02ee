/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.sim;

import dev.triune.system.LLMSchedulerSystem;
import dev.triune.village.talk.TalkListener;

/**
 * Makes villagers who are spoken to think at once; in a large village the scheduler would otherwise
 * reach them late. Game thread only.
 */
record TalkWakeups(LLMSchedulerSystem scheduler) implements TalkListener {
    @Override
    public void began(int[] members) {
        wake(members);
    }

    @Override
    public void joined(int agent, int[] members) {
        wake(members);
    }

    @Override
    public void lineSpoken(int speaker, int[] listeners, String text) {
        wake(listeners);
    }

    private void wake(int[] agents) {
        for (int agent : agents) {
            if (agent != PLAYER) {
                scheduler.markDirty(agent);
            }
        }
    }
}
