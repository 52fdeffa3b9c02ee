/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.simulation;

import dev.triune.llm.Broker;
import dev.triune.llm.Request;
import dev.triune.llm.Update;
import java.util.function.Consumer;

/** Where games hand in their requests: a broker of this library, or the plain one beside it. */
interface Desk {
    void heartbeat(String game);

    void submit(Request<String> request, Consumer<Update<String>> updates);

    /** Does all work that is due. */
    void work();

    static Desk of(Broker broker) {
        return new Desk() {
            @Override
            public void heartbeat(String game) {
                broker.heartbeat(game);
            }

            @Override
            public void submit(Request<String> request, Consumer<Update<String>> updates) {
                broker.submit(request, updates);
            }

            @Override
            public void work() {
                while (broker.doWork() > 0) {
                    // until there is nothing left
                }
            }
        };
    }
}
