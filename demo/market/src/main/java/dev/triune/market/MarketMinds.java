/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import dev.triune.GameClock;
import dev.triune.MindPlugin;
import dev.triune.action.VisibleObject;
import dev.triune.conversation.ConversationConfig;
import dev.triune.feed.Feed;
import dev.triune.feed.Vision;
import dev.triune.llm.Broker;
import dev.triune.market.Components.Person;
import dev.triune.market.Components.Position;
import dev.triune.market.Components.Stall;
import dev.triune.market.MarketActions.Follow;
import dev.triune.market.MarketActions.Stay;
import dev.triune.market.MarketActions.Visit;
import dev.triune.rule.Reflex;
import dev.triune.rule.ReflexTable;
import java.util.EnumSet;
import java.util.Set;

/** Connects the minds with the game: what agents can do, perceive and feel. All of it is here. */
final class MarketMinds {
    private static final Set<Reflex> REFLEXES =
            EnumSet.of(Reflex.IN_DANGER, Reflex.BORED, Reflex.RESTLESS);

    private MarketMinds() {}

    static MindPlugin plugin(
            Broker broker, NightSystem night, GameClock clock, SpeechBubbles bubbles) {
        StrollReflex stroll = new StrollReflex();
        return new MindPlugin(broker, MarketActions.catalog())
                .clock(clock)
                // who carries out an action or a reflex
                .runner(Visit.class, new VisitRunner())
                .runner(Follow.class, new FollowRunner())
                .runner(Stay.class, new StayRunner())
                .runner("flee_danger", new FleeReflex())
                .runner("wander", stroll)
                .runner("explore", stroll)
                .reflexes(reflexes())
                // what agents perceive: the game's own components stay authoritative
                .feed(
                        Feed.name(Person.class, person -> person.name),
                        Feed.danger(agent -> night.threatTo(agent) >= 0),
                        Vision.by(Position.class, at -> at.x, at -> at.y)
                                .talkRadius(MarketWorld.EARSHOT)
                                .sightRadius(40)
                                .sees(Stall.class, stall -> VisibleObject.of(stall.name, "stall"))
                                .sees(
                                        Person.class,
                                        person -> VisibleObject.of(person.name, "person")))
                .perception(new MarketPerception())
                .kind(Wolves.kind(new MarketPerception()))
                // who talks to whom, and what is heard of it, word by word
                .conversations(new ConversationConfig()
                        .busy((agent, player) -> "Run, " + player + "! Wolves!")
                        .listener(bubbles));
    }

    /** Leaves out the reflexes of needs that this game does not have: hunger, cold, sleep. */
    private static ReflexTable reflexes() {
        ReflexTable table = ReflexTable.standard();
        for (Reflex reflex : EnumSet.complementOf(EnumSet.copyOf(REFLEXES))) {
            table = table.without(reflex);
        }
        return table;
    }
}
