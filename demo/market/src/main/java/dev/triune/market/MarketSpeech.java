/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.utils.StreamUtils;
import dev.triune.component.Senses;
import dev.triune.market.Components.Body;
import dev.triune.talk.ConversationConfig;
import dev.triune.talk.LineCatalog;
import dev.triune.talk.TopicFence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What may be said here: written lines for all but two, a list of words, and who speaks first. */
record MarketSpeech(MarketWorld market) {
    /** Who speaks in a model's own words. */
    static final Set<String> FREE = Set.of("Mira", "Tomas");

    /** Who comes up to the player, and why. */
    static final String CALLER = "Tomas";

    static final String REASON = "a stranger should hear that the plum cake is nearly gone";

    private static final float WALKS_UP = 14; // in metres
    private static final float SPEAKS = 2.5f;

    /** The words that the gate stops, as the player may read them. */
    static List<String> words() {
        return text("/words.txt")
                .lines()
                .filter(line -> !line.isBlank() && line.charAt(0) != '#')
                .toList();
    }

    ConversationConfig config() {
        LineCatalog lines = LineCatalog.read("lines.txt", text("/lines.txt"))
                .when("night", agent -> market.night.isNight())
                .slot("stall", this::stalls);
        return new ConversationConfig()
                .lines(lines, agent -> !FREE.contains(market.square.named(agent).name))
                .gate(new TopicFence().topic("words", words().toArray(String[]::new)))
                .deflection((agent, player) -> "Let us speak of the market.")
                .noticesLeaving(true)
                .approaches(1, Duration.ofMinutes(2), (agent, player) -> !market.night.isNight());
    }

    private List<String> stalls(int agent) {
        Senses senses = market.world.getMapper(Senses.class).get(agent);
        return senses.visible.stream()
                .filter(thing -> thing.kind().equals("stall"))
                .map(thing -> thing.name())
                .toList();
    }

    /** Has one person come up to the player and speak first, if the player is near and free. */
    void callOnPlayer() {
        int caller = market.square.find(CALLER);
        int you = market.square.you();
        boolean free = caller >= 0 && market.talk.transcript(caller) == null;
        if (!free || market.night.isNight() || market.square.addressee >= 0) {
            return;
        }
        float distance = market.square.distance(caller, you);
        Body body = market.square.at(caller);
        if (distance < SPEAKS && market.talk.approach(caller, you, REASON)) {
            body.pause = 6;
            market.called = true;
        } else if (distance < WALKS_UP && distance >= SPEAKS && !market.called) {
            Body at = market.square.at(you);
            body.go(at.x, at.y - 1.5f, 1);
        }
    }

    private static String text(String resource) {
        try (InputStream in =
                Objects.requireNonNull(MarketSpeech.class.getResourceAsStream(resource))) {
            return StreamUtils.copyStreamToString(in, 1_024, "UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
