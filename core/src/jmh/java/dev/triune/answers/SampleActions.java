/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.answers;

import static dev.triune.action.Field.oneOf;
import static dev.triune.action.Field.text;
import static dev.triune.action.Field.whole;

import dev.triune.action.ActionCatalog;

/** The actions of the benchmark: as many as in the village. */
final class SampleActions {
    private static final String[] THINGS = {
        "wood", "stone", "berries", "water", "grain", "dough", "bread", "fish"
    };
    private static final String[] PLACES = {
        "home", "square", "forest", "quarry", "field", "river", "storehouse", "bakery"
    };

    private SampleActions() {}

    static ActionCatalog catalog() {
        return ActionCatalog.builder()
                .action("go_to", "walk there", oneOf("place", PLACES))
                .action(
                        "gather",
                        "collect where it grows",
                        oneOf("target", "wood", "stone", "berries", "water"),
                        whole("amount", 1, 20))
                .action(
                        "deposit",
                        "bring all you carry to the storehouse, or your wood to the fire",
                        oneOf("where", "storehouse", "fire").optional())
                .action(
                        "withdraw",
                        "take from the storehouse",
                        oneOf("item", THINGS),
                        whole("amount", 1, 20))
                .action("plant", "sow the grain that you carry", whole("amount", 1, 6))
                .action("harvest", "reap plots of ripe grain", whole("amount", 1, 6))
                .action(
                        "cook",
                        "bake so many doughs, each of grain and water",
                        whole("amount", 1, 6))
                .action(
                        "give",
                        "hand over what you carry",
                        text("to"),
                        oneOf("item", THINGS),
                        whole("amount", 1, 20))
                .action(
                        "trade",
                        "offer somebody what you carry for what they carry",
                        text("to"),
                        oneOf("item", THINGS),
                        whole("amount", 1, 20),
                        oneOf("for", THINGS),
                        whole("for_amount", 1, 20))
                .action("help", "lend somebody a hand with what they do", text("to"))
                .action("talk", "seek somebody out and say something", text("to"), text("text"))
                .action("follow", "keep somebody company for a while", text("to"))
                .action(
                        "plan_build",
                        "build with material from the storehouse",
                        oneOf("building", "campfire", "hut", "shed", "well", "wall"))
                .selfActions()
                .build();
    }
}
