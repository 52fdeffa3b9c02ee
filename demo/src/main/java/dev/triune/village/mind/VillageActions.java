/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static dev.triune.action.Field.oneOf;
import static dev.triune.action.Field.text;
import static dev.triune.action.Field.whole;

import dev.triune.action.ActionCatalog;
import dev.triune.prompt.PromptBuilder;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.DepositAction;
import dev.triune.village.people.Player;
import dev.triune.village.world.Building;
import dev.triune.village.world.Place;
import dev.triune.village.world.Resource;
import java.util.stream.Stream;

/** The actions that a model may order in the village. */
public final class VillageActions {
    private VillageActions() {}

    /**
     * Returns the whole catalog.
     *
     * @param rules the preconditions of actions
     */
    public static ActionCatalog catalog(ActionPreconditions rules) {
        return declared(rules).build();
    }

    /**
     * Returns the prompts of talkers: answers to the player offer the whole catalog, so that an
     * order can become a plan; other prompts offer a few actions to save tokens.
     */
    public static PromptBuilder talker(ActionPreconditions rules) {
        PromptBuilder toPlayer = PromptBuilder.talker(catalog(rules));
        PromptBuilder others = PromptBuilder.talker(declared(rules)
                .inConversation("give", "trade", "help", "follow", "call_meeting")
                .build());
        return agent -> agent.addressers().contains(Player.NAME)
                ? toPlayer.build(agent)
                : others.build(agent);
    }

    private static ActionCatalog.Builder declared(ActionPreconditions rules) {
        String[] places =
                Stream.concat(Stream.of("home"), Stream.of(Place.labels())).toArray(String[]::new);
        return ActionCatalog.builder()
                .action("go_to", "walk there", oneOf("place", places))
                .action(
                        "gather",
                        "collect where it grows",
                        oneOf("target", "wood", "stone", "berries", "water"),
                        whole("amount", 1, 20))
                .action(
                        "deposit",
                        "bring all you carry to the storehouse, or your wood to the fire",
                        oneOf("where", "storehouse", DepositAction.FIRE).optional())
                .action(
                        "withdraw",
                        "take from the storehouse",
                        oneOf("item", Resource.labels()),
                        whole("amount", 1, 20))
                .action("plant", "sow the grain that you carry", whole("amount", 1, 6))
                .action("harvest", "reap plots of ripe grain", whole("amount", 1, 6))
                .action(
                        "cook",
                        "bake so many doughs, each of grain 2 and water 1 that you carry",
                        whole("amount", 1, 6))
                .action(
                        "give",
                        "hand over what you carry",
                        text("to"),
                        oneOf("item", Resource.labels()),
                        whole("amount", 1, 20))
                .action(
                        "trade",
                        "offer somebody what you carry for what they carry",
                        text("to"),
                        oneOf("item", Resource.labels()),
                        whole("amount", 1, 20),
                        oneOf("for", Resource.labels()),
                        whole("for_amount", 1, 20))
                .action(
                        "make_tool",
                        "make tools of stored wood 2 and stone 1 each",
                        whole("amount", 1, 4))
                .action("help", "lend somebody a hand with what they do", text("to"))
                .action("talk", "seek somebody out and say something", text("to"), text("text"))
                .action(
                        "call_meeting",
                        "call all who are near a place together and tell them something",
                        oneOf("place", Place.labels()).optional(),
                        text("about"))
                .action("follow", "keep somebody company for a while", text("to"))
                .action("rest", "sit for a while")
                .action(
                        "plan_build",
                        "build with material from the storehouse",
                        oneOf("building", Building.labels()))
                .selfActions()
                .require("cook", "grain and water in your hands", rules::hasDough)
                .require("make_tool", "few tools in store", rules::isShortOfTools)
                .require("plant", "grain in your hands", rules::hasSeed)
                .require("plan_build", "the material in the storehouse", rules::affordable)
                .require("give", "that you like and trust whom you give to", rules::mayGive);
    }
}
