/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.component.Journal;
import dev.triune.fixture.FakeBroker.Asked;
import dev.triune.fixture.TestWorld;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema of a plan asks for what an agent owes if, and only if, its prompt numbers it. */
class OwedKeysTest {
    private static final long LONG_AGO = -100_000;

    @ParameterizedTest
    @CsvSource({
        "gather some wood, true, true",
        "sing a song, true, false",
        "gather some wood, false, false"
    })
    void schemaAndPromptNameTheSameKeys(String promise, boolean own, boolean asked) {
        TestWorld world = TestWorld.builder().withoutReflexes().build();
        int agent = world.agent();
        Journal journal = world.world.getMapper(Journal.class).create(agent);
        journal.agree("Robin", own, "", "", promise, LONG_AGO);
        world.tick();
        Asked plan = world.broker.last();
        String schema = plan.request().schema().orElseThrow().root().toString();
        assertThat(schema.contains("keeps")).isEqualTo(asked);
        assertThat(world.broker.grant(plan).orElseThrow().text().contains("\"keeps\""))
                .isEqualTo(asked);
    }
}
