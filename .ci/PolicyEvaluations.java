/* SPDX-License-Identifier: Apache-2.0 */
import dev.triune.action.ActionCatalog;
import dev.triune.rule.DecisionPolicy;
import dev.triune.rule.SelectionTable;
import dev.triune.testkit.MindTest;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the evaluations of the policy up to an agent's first request; see .ci/measure. */
public final class PolicyEvaluations {
    private static final int MAX_TICKS = 1_000;

    private PolicyEvaluations() {}

    public static void main(String[] args) {
        Map<String, Integer> callers = new TreeMap<>();
        DecisionPolicy counting = agent -> {
            callers.merge(caller(), 1, Integer::sum);
            return SelectionTable.standard().select(agent);
        };
        MindTest test = MindTest.world(
                        ActionCatalog.builder().action("rest", "sit down").build())
                .mind("{}")
                .plugin(plugin -> plugin.configure(config -> config.policy(counting)));
        int agent = test.agent();
        test.tickUntil(() -> !test.prompts(agent).isEmpty(), MAX_TICKS);
        int all = callers.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(all + " " + callers);
    }

    /** Returns the method that wanted a decision, past those that only pass the question on. */
    private static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().contains("Selector")
                                && !frame.getClassName().contains("PolicyEvaluations"))
                        .limit(1)
                        .map(frame -> frame.getClassName().replaceAll(".*\\.", "") + "."
                                + frame.getMethodName())
                        .collect(Collectors.joining()));
    }
}
