/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.llm.Broker;
import dev.triune.prompt.PromptPart;
import java.util.List;

/**
 * The minds of a world that is about to be built, to which a {@link MindModule} adds its parts. Valid
 * during {@link MindModule#install}. Game thread only.
 */
public interface MindContext {
    /** Returns the clock, which all systems of these minds follow. */
    GameClock clock();

    /** Returns the broker. The minds work it; a module only submits and cancels. */
    Broker broker();

    /** Returns the tenant of the world's requests, which a module's own have too; may be empty. */
    String tenant();

    /** Returns the kinds of mind, the default one first. Their settings can still be changed. */
    List<MindKind> kinds();

    /** Returns the further components that an agent must or must not have. */
    Aspect.Builder agents();

    /** Returns the scheduler, which serves no world yet. */
    LLMSchedulerSystem scheduler();

    /**
     * Adds a system that runs in each tick after reflexes and before the scheduler, in the order of
     * the calls.
     */
    void beforeThinking(BaseSystem system);

    /** Adds a system that runs last in each tick; otherwise as {@link #beforeThinking}. */
    void afterActing(BaseSystem system);

    /** Adds a listener, which is notified after those added before and before the game's own. */
    void listener(MindListener listener);

    /** Adds a share of all prompts, after those added before. */
    void prompts(PromptPart part);
}
