/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.talk;

import com.artemis.World;
import dev.triune.GameClock;
import dev.triune.action.Wording;
import dev.triune.llm.Broker;
import dev.triune.system.LLMSchedulerSystem;

/** The objects that all parts of conversations share. */
record TalkContext(
        GameClock clock,
        Broker broker,
        World world,
        ConversationConfig config,
        LLMSchedulerSystem scheduler,
        Participants people,
        ListenerFanOut listener,
        Wording wording) {
    long tick() {
        return clock.tick();
    }
}
