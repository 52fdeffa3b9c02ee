/* SPDX-License-Identifier: Apache-2.0 */
package orchard;

import static org.junit.Assert.assertEquals;

import dev.triune.action.ActionCatalog;
import dev.triune.action.VisibleObject;
import dev.triune.component.Senses;
import dev.triune.testkit.MindTest;
import org.junit.Test;

/** Tests the game's actions and runners, with a script as the model and virtual time. */
public class OrchardTest {
    @Test
    public void picksTheApplesThatTheModelOrders() {
        MindTest test = MindTest.world(ActionCatalog.of(OrchardAction.class))
                .mind(
                        "{\"action\": [{\"type\": \"pick\", \"tree\": \"apple tree\", \"amount\": 3}]}",
                        "{}")
                .plugin(Orchard::configured);
        int ada = test.agent("Ada");
        test.get(ada, Senses.class).visible.add(VisibleObject.of("apple tree"));
        test.world().edit(ada).create(Basket.class);
        test.ticks(60);
        assertEquals(3, test.world().getMapper(Basket.class).get(ada).apples);
    }
}
