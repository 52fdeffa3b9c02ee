/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.mind;

import dev.triune.action.ActionCatalog;
import dev.triune.action.ActionCatalog.AnswerForm;
import dev.triune.action.ActionCatalog.Precondition;
import dev.triune.action.ActionCatalog.SelfActions;
import dev.triune.llm.AnswerSchema;
import dev.triune.llm.Prompt;
import dev.triune.prompt.AgentSnapshot;
import dev.triune.prompt.PromptBuilder;
import dev.triune.prompt.Surroundings;
import dev.triune.village.action.ActionPreconditions;
import dev.triune.village.action.VillagerAction;
import dev.triune.village.action.VillagerAction.Assist;
import dev.triune.village.action.VillagerAction.Cook;
import dev.triune.village.action.VillagerAction.Follow;
import dev.triune.village.action.VillagerAction.Give;
import dev.triune.village.action.VillagerAction.MakeTool;
import dev.triune.village.action.VillagerAction.PlanBuild;
import dev.triune.village.action.VillagerAction.Plant;
import dev.triune.village.action.VillagerAction.Trade;
import dev.triune.village.people.Player;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** The catalog of {@link VillagerAction}, with preconditions. */
public final class VillageActions {
    /** What only plans offer. */
    private static final Set<String> GOALS = Set.of(SelfActions.SET_GOAL, SelfActions.END_GOAL);

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
     * Returns the prompts of talkers: answers to the player offer the whole catalog but goals, so that
     * an order can become a plan; other prompts offer a few actions to save tokens.
     */
    public static PromptBuilder talker(ActionPreconditions rules) {
        ActionCatalog all = declared(rules)
                .inConversation(catalog(rules).names().stream()
                        .filter(name -> !GOALS.contains(name))
                        .toArray(String[]::new))
                .build();
        ActionCatalog some = declared(rules)
                .inConversation("give", "trade", "help", "follow")
                .build();
        PromptBuilder toPlayer = PromptBuilder.talker(all);
        PromptBuilder others = PromptBuilder.talker(some);
        return new PromptBuilder() {
            @Override
            public Prompt build(AgentSnapshot agent) {
                return agent.addressers().stream()
                        .filter(Player::isVisitor)
                        .findFirst()
                        .map(visitor -> toPlayer.build(introducing(visitor, agent)))
                        .orElseGet(() -> others.build(inTalk(agent)));
            }

            @Override
            public AnswerSchema schema(boolean forPlayer) {
                return (forPlayer ? all : some).schema(AnswerForm.TALK);
            }
        };
    }

    /** Returns a villager who knows what a visitor is, who is on no map. */
    private static AgentSnapshot introducing(String visitor, AgentSnapshot agent) {
        boolean trusts = agent.relationLines().stream()
                .anyMatch(known -> known.name().equals(visitor)
                        && known.liking() >= ActionPreconditions.TRUSTED);
        return agent.with(agent.surroundings()
                .andFacts(List.of(
                        visitor + " is a traveller; you " + (trusts ? "like " : "do not like ")
                                + visitor + " enough to give things")));
    }

    /** Returns a villager with only those surroundings that matter in talk with another. */
    private static AgentSnapshot inTalk(AgentSnapshot agent) {
        Surroundings all = agent.surroundings();
        return all.origin() instanceof VillageSituation situation
                ? agent.with(new Surroundings(all.moment(), all.nearby(), situation.talkFacts())
                        .at(all.place())
                        .from(situation))
                : agent;
    }

    private static ActionCatalog.Builder declared(ActionPreconditions rules) {
        return ActionCatalog.builder()
                .actions(VillagerAction.class)
                .selfActions(SelfActions.SET_GOAL, SelfActions.END_GOAL, SelfActions.CANCEL_PLAN)
                .require(Cook.class, "both in hand", telling(rules::hasDough, rules::carriedDough))
                .require(
                        MakeTool.class,
                        "fewer than 2 tools stored, or yours worn out",
                        rules::isShortOfTools)
                .require(Plant.class, "grain in hand", rules::hasSeed)
                .require(
                        PlanBuild.class,
                        "the material stored",
                        telling(rules::affordable, rules::missingMaterial))
                .require(Follow.class, "a villager awake", telling(rules::isAwake, rules::asleep))
                .require(
                        Assist.class,
                        "them awake, unless ill or hurt",
                        telling(rules::isAwakeOrHurt, rules::asleep))
                .require(
                        Trade.class,
                        "both to carry it, awake",
                        telling(rules::canTrade, rules::lacksToTrade))
                .require(
                        Give.class,
                        "it in hand, and to like a visitor",
                        telling(rules::mayGive, rules::carried));
    }

    /** Returns a precondition that tells what is lacking. */
    private static <A> Precondition<A> telling(
            Precondition<A> condition, BiFunction<Integer, A, String> lack) {
        return new Precondition<>() {
            @Override
            public boolean holds(int agent, A action) {
                return condition.holds(agent, action);
            }

            @Override
            public String lack(int agent, A action) {
                return lack.apply(agent, action);
            }
        };
    }
}
