/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.story;

import com.artemis.ComponentMapper;
import com.artemis.annotations.Wire;
import dev.triune.component.Behavior;
import dev.triune.component.BehaviorQueue;
import dev.triune.component.Persona;
import dev.triune.component.QueuedStep;
import dev.triune.village.world.Calendar;
import dev.triune.village.world.Village;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Observes the first step that a wolf interrupts. Succeeds if the step is finished afterwards and
 * not abandoned. Each visit of the wolf restarts it.
 */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class WolfStory implements Story {
    private static final String FLIGHT = "flee_danger";

    @Wire
    private Village village;

    private @Nullable QueuedStep interrupted;
    private String fledVillager = "";
    private String end = "";
    private boolean finished;
    private int visit;

    private ComponentMapper<Behavior> mBehavior;
    private ComponentMapper<BehaviorQueue> mQueue;
    private ComponentMapper<Persona> mPersona;

    @Override
    public void observe(long tick, int[] villagers) {
        if (village.wolf().visits() != visit) {
            visit = village.wolf().visits();
            interrupted = null;
            end = "";
            finished = false;
        }
        for (int agent : villagers) {
            if (village.wolf().isPresent() && interrupted == null) {
                recordFlight(agent);
            } else if (interrupted != null
                    && end.isEmpty()
                    && mPersona.get(agent).name.equals(fledVillager)) {
                recordEnd(agent, interrupted, tick);
            }
        }
    }

    private void recordFlight(int agent) {
        QueuedStep next = mQueue.get(agent).next();
        if (mBehavior.get(agent).name.equals(FLIGHT) && next != null && next.starts > 0) {
            interrupted = next;
            fledVillager = mPersona.get(agent).name;
        }
    }

    private void recordEnd(int agent, QueuedStep step, long tick) {
        finished = step.state == QueuedStep.State.DONE;
        if (finished || step.finished() || !mQueue.get(agent).steps.contains(step)) {
            end = (finished ? "finished it" : "gave it up") + " on day " + Calendar.day(tick) + ", "
                    + Calendar.time(tick);
        }
    }

    @Override
    public StoryResult result() {
        boolean wolfLeft = visit > 0 && !village.wolf().isPresent();
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("visits", (long) visit);
        figures.put("interrupted", interrupted == null ? 0L : 1);
        figures.put("resumed", finished ? 1L : 0);
        boolean over = wolfLeft && (interrupted == null || !end.isEmpty());
        return new StoryResult("wolf", over, finished, words(), figures);
    }

    private String words() {
        QueuedStep step = interrupted;
        if (visit == 0) {
            return "No wolf came so far.";
        }
        if (step == null) {
            return "The wolf came, and nobody fled from their work.";
        }
        String fled = fledVillager + " fled from the wolf in the middle of \"" + step.step + "\"";
        return end.isEmpty() ? fled + "." : fled + " and " + end + ".";
    }
}
