/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.sample;

// [sample]
import dev.triune.llm.BrokerConfig;
import dev.triune.llm.BrokerThread;
import dev.triune.llm.Request;
import java.nio.file.Path;
import java.time.Duration;

public class Ask {
    public static void main(String[] args) throws Exception {
        try (BrokerThread broker = BrokerConfig.load(Path.of("llm.yaml")).openOnThread()) {
            Request<String> question = Request.text("").prompt("Name a tree.").build();
            System.out.println(broker.ask(question, Duration.ofSeconds(60)));
        }
    }
}
// [end]
