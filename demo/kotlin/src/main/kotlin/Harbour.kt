/* SPDX-License-Identifier: Apache-2.0 */
package harbour

import com.artemis.Component
import com.artemis.World
import com.artemis.WorldConfigurationBuilder
import dev.triune.Feed
import dev.triune.system.MindPlugin
import dev.triune.action.ActionCatalog
import dev.triune.action.ActionRunner
import dev.triune.action.Help
import dev.triune.action.Progress
import dev.triune.action.Range
import dev.triune.action.Visible
import dev.triune.action.VisibleObject
import dev.triune.component.Mind
import dev.triune.component.Needs
import dev.triune.component.Persona
import dev.triune.component.Senses
import dev.triune.llm.Broker
import dev.triune.prompt.Surroundings
import ktx.artemis.entity
import ktx.artemis.mapperFor
import ktx.artemis.with

// [sample]
/** What a model may order: a record for each action, and nothing else. */
sealed interface HarbourAction

@JvmRecord
@Help("catch fish at a place that you can see")
data class Fish(@Visible val place: String, @Range(min = 1.0, max = 9.0) val amount: Int) : HarbourAction

@JvmRecord
@Help("mend the nets")
data class Mend(@Visible val net: String) : HarbourAction

/** Components of the game. */
class Catch : Component() {
    var fish = 0
}

class Stomach : Component() {
    var points = 100
}
// [end]

// [sample]
/** The game's part of the minds: runners are lambdas, or classes where a step takes time. */
fun MindPlugin.ofHarbour(world: () -> World): MindPlugin =
    runner(Fish::class.java) { agent, fish ->
        val caught = world().mapperFor<Catch>()[agent]
        caught.fish++ // a game would take longer
        if (caught.fish < fish.amount) Progress.RUNNING else Progress.DONE
    }
        .runner(Mend::class.java, order { "mend" })
        .feed(Feed.copy(Stomach::class.java, Needs::class.java) { stomach, needs ->
            needs.hunger = stomach.points / 100f
        })
        .perception { Surroundings("a calm morning", listOf(), listOf("the boats are in")) }

/** A function of your own needs the bound: no type of Triune may be null. */
fun <A : Any> order(text: (A) -> String): ActionRunner<A> =
    ActionRunner.ofOrders(
        { _, action -> text(action) },
        { id, given -> orders[id] = given },
        { id, given -> if (orders[id] == given) Progress.DONE else Progress.failed("forgotten") },
        { id, _ -> orders.remove(id) }
    )

val orders = HashMap<Int, String>()
// [end]

// [sample]
fun harbour(broker: Broker): World {
    lateinit var world: World
    val minds = MindPlugin(broker, ActionCatalog.of(HarbourAction::class.java)).ofHarbour { world }
    world = World(WorldConfigurationBuilder().with(minds).build())
    world.entity {
        with<Mind>() // Mind and Needs: an agent
        with<Needs>()
        with<Persona> { named("Ivo", "a fisherman who talks to gulls") }
        with<Senses> { visible.add(VisibleObject.of("pier")) }
        with<Catch>()
        with<Stomach>()
    }
    return world
}
// [end]
