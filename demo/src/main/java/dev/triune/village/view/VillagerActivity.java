/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.AnswerStatus;
import dev.triune.component.Layer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The view's record of one villager. Game thread only. */
final class VillagerActivity {
    private static final int LINES = 24;

    private final long[] answers = new long[AnswerStatus.values().length];
    private final long[] asked = new long[Layer.COUNT];
    private final Deque<VillagerDetail.SpokenLine> lines = new ArrayDeque<>();

    /** The layer that thought last, counted from 1; 0 for none so far. */
    int layer;

    /** The last thought in words. */
    String thought = "";

    /** The number of the request below. */
    long ticket;

    VillagerDetail.@Nullable LastRequest request;
    long queued;
    long done;
    long failed;
    long refused;
    long repaired;
    long fallbacks;
    long input;
    long output;
    long tokens;

    void requested(Layer which) {
        asked[which.ordinal()]++;
        layer = which.ordinal() + 1;
    }

    void answered(AnswerStatus end) {
        answers[end.ordinal()]++;
    }

    /** Adds a line that it said or heard. */
    void line(VillagerDetail.SpokenLine spokenLine) {
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(spokenLine);
    }

    List<VillagerDetail.SpokenLine> spokenLines() {
        return new ArrayList<>(lines);
    }

    Map<String, Long> answers() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (AnswerStatus end : AnswerStatus.values()) {
            all.put(end.name().toLowerCase(Locale.ROOT), answers[end.ordinal()]);
        }
        return all;
    }

    Map<String, Long> asked() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (Layer one : Layer.values()) {
            all.put(one.label(), asked[one.ordinal()]);
        }
        return all;
    }

    Map<String, Long> steps() {
        Map<String, Long> all = new LinkedHashMap<>();
        all.put("queued", queued);
        all.put("done", done);
        all.put("failed", failed);
        all.put("refused", refused);
        all.put("mended", repaired);
        all.put("routine instead", fallbacks);
        return all;
    }
}
