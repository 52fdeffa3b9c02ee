/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static dev.triune.plan.Field.oneOf;
import static dev.triune.plan.Field.text;
import static dev.triune.plan.Field.whole;

import dev.triune.plan.ActionCatalog;
import dev.triune.village.action.Deposit;
import dev.triune.village.places.Building;
import dev.triune.village.places.Place;
import dev.triune.village.places.Resource;
import java.util.stream.Stream;

/** What a model may order in the village. */
public final class VillageActions {
    private VillageActions() {}

    /** The whole catalog. */
    public static ActionCatalog catalog() {
        String[] places =
                Stream.concat(Stream.of("home"), Stream.of(Place.labels())).toArray(String[]::new);
        return ActionCatalog.builder()
                .action("go_to", "walk there", oneOf("place", places))
                .action(
                        "gather",
                        "collect where it grows",
                        oneOf("target", "wood", "stone", "berries"),
                        whole("amount", 1, 20))
                .action(
                        "deposit",
                        "bring all you carry to the storehouse, or your wood to the fire",
                        oneOf("where", "storehouse", Deposit.FIRE).optional())
                .action(
                        "withdraw",
                        "take from the storehouse",
                        oneOf("item", Resource.labels()),
                        whole("amount", 1, 20))
                .action("cook", "make meals of two berries each", whole("amount", 1, 10))
                .action(
                        "give",
                        "hand over what you carry",
                        text("to"),
                        oneOf("item", Resource.labels()),
                        whole("amount", 1, 20))
                .action("talk", "seek somebody out and say something", text("to"), text("text"))
                .action("follow", "keep somebody company for a while", text("to"))
                .action(
                        "plan_build",
                        "build with material from the storehouse",
                        oneOf("building", Building.labels()))
                .build();
    }
}
