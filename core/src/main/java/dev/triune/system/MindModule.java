/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import com.artemis.Aspect;
import com.artemis.BaseSystem;
import dev.triune.GameClock;
import dev.triune.MindKind;
import dev.triune.MindListener;
import dev.triune.SpeechFilter;
import dev.triune.llm.Broker;
import dev.triune.prompt.PromptBuilder.PromptPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of minds that a game can have or leave out, such as conversations, habits, or one of the
 * game's own: a planner, a quest director. It is an object of the game, which sets it up, gives it
 * to the plugin, and calls it while the world runs:
 *
 * <pre>{@code
 * QuestDirector quests = new QuestDirector();
 * new MindPlugin(broker, actions).with(quests);
 * quests.begin(mira, wedding);
 * }</pre>
 *
 * <p>One object serves one world. Game thread only.
 */
@FunctionalInterface
public interface MindModule {
    /**
     * Adds the module's systems, listeners and prompt sections to the minds of a world. Called once,
     * while the world is built; modules are installed in the order in which the plugin was given
     * them.
     *
     * @throws IllegalStateException if the module serves another world already
     */
    void install(MindContext minds);

    /**
     * The minds of a world that is about to be built, to which a {@link MindModule} adds its parts. Valid
     * during {@link MindModule#install}. Game thread only.
     */
    interface MindContext {
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

        /**
         * Sets what decides what is heard of answers; all unless set.
         *
         * @throws IllegalStateException if another module has set one
         */
        void speech(SpeechFilter filter);

        /**
         * Returns what decides that, for a module whose own requests write into memories ({@link
         * SpeechFilter#remember}); null if all is heard. Valid once all modules are installed.
         */
        @Nullable
        SpeechFilter speech();
    }
}
