/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Observes a plan that the wolf interrupts: does it continue when the wolf is gone? */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class WolfStory implements Story {
    private static final String FLIGHT = "flee_danger";

    private final Village village;
    private final Map<Integer, QueuedStep> interrupted = new LinkedHashMap<>();
    private long fled;
    private @Nullable QueuedStep resumed;
    private String who = "";
    private long resumedAt;

    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Persona> mPersona;

    WolfStory(Village village) {
        this.village = village;
    }

    @Override
    public void observe(long tick, int[] villagers) {
        if (village.wolf().isPresent()) {
            for (int agent : villagers) {
                noteFlight(agent);
            }
        }
        interrupted.forEach((agent, step) -> noteEnd(agent, step, tick));
    }

    private void noteFlight(int agent) {
        Behavior behavior = mBehavior.get(agent);
        QueuedStep next = mQueue.get(agent).next();
        boolean flees = behavior.name.equals(FLIGHT);
        if (flees && next != null && next.starts > 0 && !interrupted.containsKey(agent)) {
            interrupted.put(agent, next);
            fled++;
        }
    }

    /** A builder's step counts before anybody else's. */
    private void noteEnd(int agent, QueuedStep step, long tick) {
        boolean first = resumed == null || (builds(step) && !builds(resumed));
        if (step.state == QueuedStep.State.DONE && first) {
            resumed = step;
            who = mPersona.get(agent).name;
            resumedAt = tick;
        }
    }

    private static boolean builds(QueuedStep step) {
        return step.step.type().equals("plan_build");
    }

    @Override
    public StoryResult result() {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("visits", (long) village.wolf().visits());
        figures.put("interrupted", fled);
        figures.put("resumed", resumed == null ? 0L : 1);
        return new StoryResult(
                "wolf",
                village.wolf().visits() > 0 && !village.wolf().isPresent(),
                resumed != null,
                words(),
                figures);
    }

    private String words() {
        QueuedStep step = resumed;
        if (village.wolf().visits() == 0) {
            return "no wolf came so far";
        }
        if (step == null) {
            return "the wolf came, and " + fled + " fled from their work";
        }
        return who + " fled from the wolf in the middle of \"" + step.step
                + "\" and finished it on day " + Calendar.day(resumedAt) + ", "
                + Calendar.time(resumedAt);
    }
}
