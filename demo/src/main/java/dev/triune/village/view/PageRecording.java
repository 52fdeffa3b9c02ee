/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.view;

import dev.triune.village.sim.AtomicFile;
import dev.triune.village.sim.VillageBuilder;
import dev.triune.village.sim.VillageListener;
import dev.triune.village.sim.VillageSimulation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records a run as one HTML file that plays it in a browser without a server: the page of the view
 * with the events of a viewer. It contains a frame for every {@value #FRAME_TICKS} ticks, and
 * details of one villager, in turn, for every {@value #DETAIL_TICKS}. Game thread only.
 */
public final class PageRecording implements VillageDisplay {
    /** The maximum size of the compressed events, in bytes. */
    static final int MAX_BYTES = 32 << 20;

    private static final int FRAME_TICKS = 8;
    private static final int SCENE_TICKS = 40;
    private static final int DETAIL_TICKS = 40;
    private static final long NANOS_PER_TICK = 50_000_000;
    private static final int[] NOBODY = {};

    private final Path file;
    private final String mind;
    private final int maxBytes;
    private final JsonMapper mapper = JsonMapper.shared();
    private final ActivityLog activityLog = new ActivityLog();
    private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    private final GZIPOutputStream events;
    private @Nullable VillageSimulation village;
    private @Nullable FrameBuilder frameBuilder;
    private @Nullable VillageScene lastScene;
    private long newsKept;
    private @Nullable DeedsView deedsKept;
    private long fullAt = -1;

    /**
     * Creates a recording, which {@link #ended} writes to the file.
     *
     * @param mind a description of the model or rules that answer
     */
    public PageRecording(Path file, String mind) {
        this(file, mind, MAX_BYTES);
    }

    PageRecording(Path file, String mind, int maxBytes) {
        this.file = file;
        this.mind = mind;
        this.maxBytes = maxBytes;
        try {
            events = new GZIPOutputStream(compressed, 1 << 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
    }

    @Override
    public void addTo(VillageBuilder builder, VillageListener listener) {
        activityLog.addTo(builder, listener);
    }

    @Override
    public void attach(VillageSimulation simulation) {
        village = simulation;
        activityLog.begin(simulation);
        frameBuilder = new FrameBuilder(
                simulation, activityLog, () -> simulation.ticks() * NANOS_PER_TICK);
        addEvent("hello", new FrameBroadcaster.Hello(mind, StaticScene.ofRecording(simulation)));
    }

    @Override
    public void tickEnded() {
        if (village != null && village.ticks() % FRAME_TICKS == 0) {
            keepFrame(village, false);
        }
    }

    @Override
    public void showLastFrame() {
        if (village != null) {
            keepFrame(village, true);
        }
    }

    private void keepFrame(VillageSimulation simulation, boolean last) {
        if (fullAt >= 0 || frameBuilder == null) {
            return;
        }
        long tick = simulation.ticks();
        int[] inspected = NOBODY;
        if (last || tick % DETAIL_TICKS == 0) {
            inspected = new int[] {(int) (tick / DETAIL_TICKS % simulation.villagers().length)};
        }
        VillageFrame frame =
                frameBuilder.buildFrame(false, 1, last, inspected, tick * NANOS_PER_TICK);
        if (lastScene == null || last || tick % SCENE_TICKS == 0) {
            lastScene = frame.scene();
            addEvent("scene", frame.scene());
        }
        addEvent("frame", frame);
        keepNews(frame.news());
        keepDeeds(frame.deeds());
        frame.details().forEach(detail -> addEvent("detail " + detail.villager(), detail));
        if (compressed.size() > maxBytes) {
            fullAt = tick;
        }
    }

    @SuppressWarnings("ReferenceEquality") // unchanged promises are the same object
    private void keepDeeds(DeedsView deeds) {
        if (deeds != deedsKept) {
            deedsKept = deeds;
            addEvent("deeds", deeds);
        }
    }

    private void keepNews(List<NewsEntry> entries) {
        List<NewsEntry> fresh =
                entries.stream().filter(entry -> entry.seq() > newsKept).toList();
        if (!fresh.isEmpty()) {
            newsKept = fresh.get(fresh.size() - 1).seq();
            addEvent("news", fresh);
        }
    }

    /** Adds a line with the tick, the kind, for details the villager, and JSON. */
    private void addEvent(String kind, Object data) {
        long tick = village == null ? 0 : village.ticks();
        String line = tick + " " + kind + " " + mapper.writeValueAsString(data) + "\n";
        try {
            events.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
    }

    @Override
    public void ended(List<String> report) throws IOException {
        addEvent("ended", new FrameBroadcaster.Ended(report));
        events.close();
        AtomicFile.write(file, new StaticFiles().standalonePage(compressed.toByteArray()));
        if (fullAt >= 0) {
            throw new IOException("the page ends at tick " + fullAt + ", where its events reach "
                    + maxBytes + " bytes (record fewer days or villagers)");
        }
    }
}
