/* SPDX-License-Identifier: Apache-2.0 */
package orchard;

import dev.triune.action.Help;
import dev.triune.action.Range;
import dev.triune.action.Visible;

/** What a model may order. Nothing else can ever be queued. */
public sealed interface OrchardAction {
    @Help("pick apples from a tree that you can see")
    record Pick(
            @Visible String tree, @Range(min = 1, max = 9) int amount) implements OrchardAction {}

    @Help("rest in the shade")
    record Rest() implements OrchardAction {}
}
