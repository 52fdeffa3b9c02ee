/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import static org.assertj.core.api.Assertions.assertThat;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import dev.triune.component.Mind;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs the market without a window in libGDX's loop, as a game server would. */
class HeadlessMarketTest {
    @Test
    void marketRunsInLibGdxWithoutAWindow() throws InterruptedException {
        AtomicInteger minds = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        HeadlessApplicationConfiguration configuration = new HeadlessApplicationConfiguration();
        configuration.updatesPerSecond = 0; // no limit
        new HeadlessApplication(
                new ApplicationAdapter() {
                    private @Nullable TestMarket sim;
                    private int frames;

                    @Override
                    public void create() {
                        sim = new TestMarket(9); // its broker belongs to this thread
                    }

                    @Override
                    public void render() {
                        TestMarket market = Objects.requireNonNull(sim);
                        market.frame();
                        if (++frames == 400) {
                            minds.set(market.all(Mind.class).size());
                            Gdx.app.exit();
                        }
                    }

                    @Override
                    public void dispose() {
                        Objects.requireNonNull(sim).close();
                        done.countDown();
                    }
                },
                configuration);
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(minds).hasValue(30);
    }
}
