/* SPDX-License-Identifier: Apache-2.0 */
package harbour

import dev.triune.action.ActionCatalog
import dev.triune.action.VisibleObject
import dev.triune.component.Needs
import dev.triune.component.Senses
import dev.triune.llm.BrokerBuilder
import dev.triune.llm.ProviderSettings
import dev.triune.llm.VirtualTime
import dev.triune.llm.provider.OfflineProvider.OfflineModel
import dev.triune.llm.provider.OfflineProvider
import dev.triune.testkit.MindTest
import java.time.Duration
import java.util.concurrent.atomic.AtomicInteger
import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test

/** A Kotlin game's own actions, runners and feeds, with a script as the model and virtual time. */
class HarbourTest {
    @Test
    fun catchesTheFishThatTheModelOrders() {
        lateinit var test: MindTest
        test = MindTest.world(ActionCatalog.of(HarbourAction::class.java))
            .mind("""{"action": [{"type": "fish", "place": "pier", "amount": 3}]}""", "{}")
            .plugin { it.ofHarbour { test.world() } }
        val ivo = test.agent("Ivo")
        test.get(ivo, Senses::class.java).visible.add(VisibleObject.of("pier"))
        test.world().edit(ivo).create(Catch::class.java)
        test.world().edit(ivo).create(Stomach::class.java).points = 70
        test.ticks(60)
        assertEquals(3, test.get(ivo, Catch::class.java).fish)
        assertEquals(0.7f, test.get(ivo, Needs::class.java).hunger, 0.001f)
    }

    @Test
    fun mendsTheNetByARunnerOfItsOwnFunction() {
        lateinit var test: MindTest
        test = MindTest.world(ActionCatalog.of(HarbourAction::class.java))
            .mind("""{"action": [{"type": "mend", "net": "net"}]}""", "{}")
            .plugin { it.ofHarbour { test.world() } }
        val ivo = test.agent("Ivo")
        test.get(ivo, Senses::class.java).visible.add(VisibleObject.of("net"))
        test.world().edit(ivo).create(Stomach::class.java)
        test.ticks(60)
        assertEquals(1, test.stats().steps().done())
        assertTrue(orders.isEmpty())
    }

    @Test
    fun worldHasAnAgentThatThinks() {
        val time = VirtualTime()
        val answers = AtomicInteger()
        val rules = OfflineModel { _, _ -> "{}".also { answers.incrementAndGet() } }
        val broker = BrokerBuilder()
            .provider(
                ProviderSettings.of("offline", "rules"),
                OfflineProvider.builder(rules).clock(time, time).build()
            )
            .ticker(time)
            .build()
        val world = harbour(broker)
        repeat(200) {
            time.advance(Duration.ofMillis(50))
            world.process()
        }
        assertTrue(answers.get() > 0)
    }
}
