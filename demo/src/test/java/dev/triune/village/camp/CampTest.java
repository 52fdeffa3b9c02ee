/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.camp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.utils.GdxNativesLoader;
import dev.triune.component.Needs;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The game of docs/embedding.md runs in libGDX's loop. */
class CampTest {
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<Integer> woodCounts = new CopyOnWriteArrayList<>();
    private final List<Float> energyLevels = new CopyOnWriteArrayList<>();
    private final CountDownLatch disposed = new CountDownLatch(1);

    @Test
    void woodcutterSpeaksAndExecutesItsPlan() throws InterruptedException {
        GdxNativesLoader.disableNativesLoading = true;
        HeadlessApplication application = new HeadlessApplication(watched(), configuration()) {
            @Override
            public void log(String tag, String message) {
                messages.add(message);
            }
        };
        try {
            await().until(() -> woodCounts.contains(3) && energyLevels.contains(1f));
            assertThat(messages)
                    .contains("agent 0 says: Wood first, then I rest.", "agent 0 did: chop oak 3");
        } finally {
            application.exit();
        }
        assertThat(disposed.await(60, TimeUnit.SECONDS)).as("the game ended").isTrue();
    }

    @Test
    void launcherStartsTheCamp() {
        GdxNativesLoader.disableNativesLoading = true;
        CampLauncher.main(new String[0]);
        assertThat(Gdx.app.getApplicationListener()).isInstanceOf(Camp.class);
        Gdx.app.exit();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("HeadlessApplication")));
    }

    private Camp watched() {
        return new Camp() {
            @Override
            public void render() {
                super.render();
                woodCounts.add(world().getMapper(Load.class).get(0).wood);
                energyLevels.add(world().getMapper(Needs.class).get(0).energy);
            }

            @Override
            public void dispose() {
                super.dispose();
                disposed.countDown();
            }
        };
    }

    private static HeadlessApplicationConfiguration configuration() {
        HeadlessApplicationConfiguration configuration = new HeadlessApplicationConfiguration();
        configuration.updatesPerSecond = 60;
        return configuration;
    }
}
