/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Game;
import dev.triune.llm.Broker;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The game as libGDX sees it. The broker is opened in create(): it belongs to the game thread. */
final class MarketGame extends Game {
    private final Supplier<Broker> brokers;
    private final String player;
    private final float hour;
    private final Path save;

    MarketGame(Supplier<Broker> brokers, String player, float hour, Path save) {
        this.brokers = brokers;
        this.player = player;
        this.hour = hour;
        this.save = save;
    }

    @Override
    public void create() {
        setScreen(new MarketScreen(brokers, player, hour, save));
    }

    @Override
    public void dispose() {
        if (getScreen() != null) {
            getScreen().dispose();
        }
    }
}
