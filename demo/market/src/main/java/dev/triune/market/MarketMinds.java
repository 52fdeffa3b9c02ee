/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.ComponentMapper;
import dev.triune.Feed;
import dev.triune.MindKind;
import dev.triune.Vision;
import dev.triune.action.ActionCatalog;
import dev.triune.action.Progress;
import dev.triune.action.VisibleObject;
import dev.triune.component.Layer;
import dev.triune.component.Persona;
import dev.triune.component.Senses;
import dev.triune.llm.Broker;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Named;
import dev.triune.market.Components.Wolf;
import dev.triune.memory.Memories;
import dev.triune.prompt.Perception;
import dev.triune.prompt.Surroundings;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable;
import dev.triune.system.MindPlugin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Connects minds with the game: actions, perception and reflexes of agents. */
@SuppressWarnings("NullAway.Init") // Artemis fills in the mappers
final class MarketMinds implements Perception {
    private final MarketWorld market;
    private final Random random = new Random(11);
    private ComponentMapper<Senses> mSenses;
    private ComponentMapper<Persona> mPersona;
    private ComponentMapper<Wolf> mWolf;

    MarketMinds(MarketWorld market) {
        this.market = market;
    }

    MindPlugin plugin(Broker broker) {
        // Self actions change the agent's own mind, for example cancel_plan.
        ActionCatalog.Builder actions =
                ActionCatalog.builder().actions(MarketActions.class).selfActions();
        return new MindPlugin(broker, actions.build())
                .clock(market.night.clock)
                // runners of actions and reflexes
                .runner(
                        MarketActions.Visit.class,
                        new MarketActions.GoToStall<>(MarketActions.Visit::stall, 6))
                .runner(MarketActions.Follow.class, this::follow)
                .runner(MarketActions.Stay.class, new MarketActions.Stand<>(15))
                .runner("flee_danger", (agent, step) -> market.night.flee(agent))
                .runner("wander", (agent, step) -> stroll(agent))
                .reflexes(ReflexTable.of(Reflex.IN_DANGER, Reflex.BORED)) // no other needs here
                // perception, from the game's own components
                .feed(
                        Feed.copy(Named.class, Persona.class, (from, to) -> to.name = from.name),
                        Feed.danger(agent -> market.night.threatTo(agent) >= 0),
                        Vision.by(Body.class, at -> at.x, at -> at.y)
                                .talkRadius(MarketWorld.EARSHOT)
                                .sightRadius(40)
                                .sees(Named.class, one -> VisibleObject.of(one.name, one.kind())))
                .perception(this)
                .kind(wolves())
                .with(market.talk)
                .with(new Memories());
    }

    /** Returns a second kind of mind in the same world, with its own actions and cooldowns. */
    private MindKind wolves() {
        return new MindKind(
                        "wolf", NightSystem.WOLVES, ActionCatalog.of(MarketActions.OfWolves.class))
                .runner(
                        MarketActions.Prowl.class,
                        new MarketActions.GoToStall<>(MarketActions.Prowl::stall, 2))
                .runner(MarketActions.Howl.class, (agent, howl) -> {
                    market.bubbles.show(agent, "Awoooooo!");
                    return Progress.DONE;
                })
                .runner("flee_danger", (agent, step) -> market.night.flee(agent))
                .runner("wander", (agent, step) -> stroll(agent))
                .configure(config -> config.perception(this)
                        .maxTokens(128)
                        .layer(Layer.TALKER, talker -> talker.withEnabled(false))
                        .layer(
                                Layer.EXECUTOR,
                                plans -> plans.withCooldown(Duration.ofSeconds(6))
                                        .withPriority(3)));
    }

    /** Follows somebody: an action with a moving target. */
    private Progress follow(int agent, MarketActions.Follow follow) {
        int other = market.square.find(follow.person());
        if (other < 0) {
            return Progress.failed(follow.person() + " is gone");
        }
        Body body = market.square.at(agent);
        Body target = market.square.at(other);
        body.go(target.x, target.y, 1);
        if (body.distance(target) < 1.7f) {
            body.stop();
        }
        return Progress.RUNNING; // until another plan, or the watchdog
    }

    /** Strolls about: the behavior of a reflex for bored agents without a plan. */
    private Progress stroll(int agent) {
        Body body = market.square.at(agent);
        if (!body.going && body.idle > 1) {
            body.go(body.x + random.nextFloat(-8, 8), body.y + random.nextFloat(-8, 8), 1);
        }
        return Progress.RUNNING; // until the reflex ends
    }

    /** Describes an agent's surroundings when its prompt is rendered. */
    @Override
    public Surroundings perceive(int agent) {
        Square square = market.square;
        Senses senses = mSenses.get(agent);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < senses.nearby.size(); i++) {
            names.add(mPersona.get(senses.nearby.get(i)).name);
        }
        if (square.distance(agent, square.you()) < MarketWorld.EARSHOT) {
            names.add(square.named(square.you()).name);
        }
        List<MarketOfflineMind.Stall> stalls = senses.visible.stream()
                .map(thing -> square.named(square.find(thing.name())))
                .filter(named -> named.kind().equals("stall"))
                .map(named -> new MarketOfflineMind.Stall(named.name, named.wares))
                .toList();
        List<String> facts = new ArrayList<>();
        stalls.forEach(stall -> facts.add(stall.name() + " sells " + stall.wares()));
        if (market.night.isNight()) {
            facts.add("wolves roam the market by night");
        }
        return new Surroundings("Market square, " + market.night.time() + ".", names, facts)
                .from(new MarketOfflineMind.View(stalls, mWolf.has(agent)));
    }
}
