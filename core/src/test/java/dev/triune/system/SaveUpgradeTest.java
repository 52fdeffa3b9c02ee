/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.artemis.PooledComponent;
import dev.triune.component.Goals;
import dev.triune.system.SavedState.SaveUpgrade;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Older saves are brought up to date before they are loaded. */
class SaveUpgradeTest {
    /** The name of the component that fields of another are moved to. */
    static class Fresh extends PooledComponent {
        @Override
        protected void reset() {}
    }

    private static final String OLD = """
            {"componentIdentifiers":{"old.Talk":"Talk","dev.triune.component.Goals":"Goals"},\
            "entities":{"0":{"archetype":1,"components":{"Goals":{"a":1.5,"b":"x","c":[7]}}},\
            "1":{"archetype":2,"components":{}}},\
            "archetypes":{"1":["Goals","Talk"],"2":["Talk"]},"habits":"h","tick":9}""";

    private static String upgraded(String body) {
        SaveUpgrade upgrade = new SaveUpgrade();
        upgrade.state("habits");
        upgrade.state("quests");
        upgrade.renamed("old.Talk", Fresh.class);
        upgrade.moved(Goals.class, Other.class, "b", "c", "d");
        return new String(
                upgrade.apply(body.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    /** Another. */
    static class Other extends PooledComponent {
        @Override
        protected void reset() {}
    }

    @Test
    void renamesComponentsMovesFieldsAndCollectsStates() {
        String name = SaveUpgradeTest.class.getName();
        assertThat(upgraded(OLD))
                .contains("\"states\":{\"habits\":\"h\"}")
                .contains("\"" + name + "$Fresh\":\"Talk\"", "\"" + name + "$Other\":\"Other\"")
                .contains("\"Goals\":{\"a\":1.5},\"Other\":{\"b\":\"x\",\"c\":[7]}")
                .contains("\"1\":[\"Goals\",\"Talk\",\"Other\"]", "\"2\":[\"Talk\"]")
                .contains("\"tick\":9")
                .doesNotContain("old.Talk");
    }

    @Test
    void leavesAloneWhatIsUpToDateOrNoJson() {
        String once = upgraded(OLD);
        assertThat(upgraded(once)).isEqualTo(once);
        assertThat(upgraded("\u0001binary")).isEqualTo("\u0001binary");
        assertThat(upgraded("{\"half\":")).isEqualTo("{\"half\":");
        assertThat(upgraded("")).isEmpty();
    }
}
