/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import static dev.triune.village.action.VillageRoutine.gather;
import static dev.triune.village.action.VillageRoutine.withdraw;

import dev.triune.action.Step;
import dev.triune.village.people.Player;
import dev.triune.village.world.Building;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Plans what a player orders, by rules; impossible orders are refused with a line. */
final class PlayerOrders {
    private static final int LOAD = 6;
    private static final int LOGS = 4;
    private static final int MAX_FETCH = 20;

    private final PlayerWords words;
    private final Outlook prompt;

    /**
     * The response to an order.
     *
     * @param speech the answer, which announces the plan or explains the refusal
     * @param steps the plan; empty if the order is refused
     */
    record Order(String speech, List<Step> steps) {
        Order(String speech, Step... steps) {
            this(speech, List.of(steps));
        }
    }

    PlayerOrders(PlayerWords words, Outlook prompt) {
        this.words = words;
        this.prompt = prompt;
    }

    /** Returns the response to the player's words; empty if they contain no known order. */
    Optional<Order> order() {
        if (words.isQuestion()) {
            return Optional.empty();
        }
        if (words.has("stop")) {
            return reply("I leave it", Step.of("cancel_plan"));
        }
        if (words.hasAny("rest", "sleep") && words.resource().isEmpty()) {
            Step home = Step.of("go_to").with("place", "home");
            return words.has("sleep")
                    ? reply("I go home and lie down", home, Step.of("rest"))
                    : reply("I sit down for a while", Step.of("rest"));
        }
        Optional<Order> order = work().or(this::company);
        return order.isPresent() && prompt.isStorm()
                ? reply("Not in this storm. At a fire or at home, gladly.")
                : order;
    }

    private static Optional<Order> reply(String speech, Step... steps) {
        return Optional.of(new Order(speech, steps));
    }

    private Optional<Order> work() {
        String thing = words.resource().orElse("");
        boolean wanted =
                words.hasAny("bring", "polite") || (words.has("need") && !words.has("you"));
        if (words.has("build") || (words.has("help") && words.building().isPresent())) {
            return build();
        }
        if (words.has("fire")
                && (words.has("feed") || (wanted && List.of("", "wood").contains(thing)))) {
            return fuel();
        }
        if (words.has("sow")) {
            return sow();
        }
        if (words.has("reap") || (wanted && thing.equals("grain"))) {
            return reap();
        }
        if (words.has("bake") && List.of("", "bread").contains(thing)) {
            return bake();
        }
        if (thing.isEmpty() || !(wanted || words.has("give"))) {
            return Optional.empty();
        }
        boolean gift =
                words.has("give") || words.has("bring", "me") || !words.name().isEmpty();
        if (gift) {
            return give(thing);
        }
        return thing.equals("bread") ? bake() : fetch(thing);
    }

    private Optional<Order> fuel() {
        int amount = words.numberOr(LOGS);
        Step feed = Step.of("deposit").with("where", "fire");
        if (prompt.carried("wood") >= amount) {
            return reply("I put my wood on the fire", feed);
        }
        if (prompt.stored("wood") >= amount) {
            return reply("I bring wood to the fire", withdraw("wood", amount), feed);
        }
        return prompt.gatherable("wood") == 0
                ? reply("There is no wood left, here or in the forest.")
                : reply("I cut wood for the fire", gather("wood", amount), feed);
    }

    private Optional<Order> fetch(String thing) {
        return prompt.gatherable(thing) == 0
                ? reply("There is no " + thing + " left to gather; it has to grow first.")
                : reply(
                        "I bring " + thing + " to the storehouse",
                        gather(thing, words.numberOr(LOAD)),
                        Step.of("deposit"));
    }

    private Optional<Order> give(String thing) {
        String to = words.name().isEmpty() && words.has("me") ? prompt.lastSpeaker() : words.name();
        if (to.isEmpty()) {
            return reply("Give it to whom? I know nobody of that name.");
        }
        int amount = words.numberOr(1);
        Step gift = Step.of("give").with("to", to).with("item", thing).with("amount", amount);
        String speech = Player.isVisitor(to)
                ? "I see what I can spare"
                : "I bring " + to + " some " + thing;
        if (prompt.carried(thing) >= amount) {
            return reply(speech, gift);
        }
        if (prompt.stored(thing) >= amount) {
            return reply(speech, withdraw(thing, amount), gift);
        }
        return prompt.gatherable(thing) == 0
                ? reply("There is no " + thing + " to be had.")
                : reply(speech, gather(thing, amount), gift);
    }

    private Optional<Order> sow() {
        int bare = prompt.plots().bare();
        if (bare == 0) {
            return reply("The whole field is sown already.");
        }
        return prompt.stored("grain") + prompt.carried("grain") == 0
                ? reply("There is no grain to sow.")
                : reply(
                        "I sow what is bare",
                        Step.of("plant").with("amount", Math.min(LOAD, bare)));
    }

    private Optional<Order> reap() {
        int ripe = prompt.plots().ripe();
        return ripe == 0
                ? reply("Nothing is ripe yet.")
                : reply(
                        "I bring the grain in",
                        Step.of("harvest").with("amount", Math.min(LOAD, ripe)),
                        Step.of("deposit"));
    }

    private Optional<Order> bake() {
        int doughs = Math.min(words.numberOr(2), prompt.stored("grain") / 2);
        return doughs == 0
                ? reply("There is no grain for bread.")
                : reply(
                        "I bake bread",
                        Step.of("cook").with("amount", Math.min(LOAD, doughs)),
                        Step.of("deposit"));
    }

    /** Plans to build, or to gather missing material first. */
    private Optional<Order> build() {
        BuildingChooser chooser = new BuildingChooser(prompt);
        Optional<Building> wanted =
                words.building().or(() -> chooser.firstUnfinished().or(chooser::next));
        if (wanted.isEmpty()) {
            return reply("There is nothing to build now.");
        }
        Building building = wanted.get();
        String name = building.label();
        Step build = Step.of("plan_build").with("building", name);
        if (prompt.unfinishedBuildings().contains(building)) {
            return reply("I go on with the " + name, build);
        }
        if (prompt.missingBuildings(building) <= 0) {
            return reply("The village has no use for another " + name + " now.");
        }
        int wood = building.wood() - prompt.stored("wood");
        int stone = building.stone() - prompt.stored("stone");
        if (wood <= 0 && stone <= 0) {
            return reply("I build a " + name, build);
        }
        boolean soon = Math.max(wood, stone) <= MAX_FETCH;
        return Optional.of(new Order(
                "A " + name + " takes wood " + building.wood() + " and stone " + building.stone()
                        + ", so I fetch what is lacking",
                Stream.of(
                                wood > 0 ? gather("wood", Math.min(MAX_FETCH, wood)) : null,
                                stone > 0 ? gather("stone", Math.min(MAX_FETCH, stone)) : null,
                                Step.of("deposit"),
                                soon ? build : null)
                        .flatMap(Stream::ofNullable)
                        .toList()));
    }

    /** Plans meetings, talks and walks. */
    private Optional<Order> company() {
        boolean partner = words.hasAny("help", "follow", "give");
        if (words.has("call") || words.has("tell", "all")) {
            return reply(
                    "I call the others together",
                    Step.of("call_meeting")
                            .with("about", "Come, all of you, and hear what there is."));
        }
        String name = words.name();
        if (name.isEmpty() && partner && !words.hasAny("me", "you")) {
            return reply("I know nobody of that name.");
        }
        if (name.isEmpty() && words.has("me") && words.hasAny("follow", "go")) {
            return reply("I hear you, but I cannot see where you are. Name a place.");
        }
        if (!name.isEmpty() && words.hasAny("help", "follow", "tell", "go")) {
            return accompany(name);
        }
        if (!words.has("go")) {
            return Optional.empty();
        }
        return words.has("home")
                ? goTo("home")
                : words.place().flatMap(place -> goTo(place.label()));
    }

    private Optional<Order> accompany(String name) {
        if (words.has("help")) {
            return reply("I lend " + name + " a hand", Step.of("help").with("to", name));
        }
        if (words.has("tell")) {
            String text = words.afterName().isEmpty()
                    ? "You are asked for, " + name + "."
                    : words.afterName();
            return reply("I tell " + name, Step.of("talk").with("to", name).with("text", text));
        }
        return reply("I go with " + name, Step.of("follow").with("to", name));
    }

    private static Optional<Order> goTo(String place) {
        return reply(
                "I go " + (place.equals("home") ? "home" : "to the " + place),
                Step.of("go_to").with("place", place));
    }
}
