/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.Usage;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.Provider;
import dev.triune.llm.provider.ProviderContract;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.llm.provider.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A server beside the game refuses nobody and is reachable once it is ready. */
@DisabledOnOs(OS.WINDOWS) // its fake is started by a shell
final class ServerProviderContractTest extends ProviderContract {
    @Override
    protected Stage newStage() throws IOException {
        return new ServerStage();
    }

    private static final class ServerStage implements Stage {
        private final FakeModelServer server = new FakeModelServer(0, KEY);

        ServerStage() throws IOException {}

        @Override
        public Set<Act> repertoire() {
            return EnumSet.of(Act.ANSWER, Act.BREAK, Act.ERROR_IN_MID_ANSWER, Act.DAWDLE, Act.HANG);
        }

        @Override
        public Provider open(Act act) {
            server.act = act;
            ServerProvider provider = new ServerProvider(
                    () -> ServerProcess.at(
                            Path.of("/bin/sleep"), List.of("600"), server.port(), KEY),
                    ServerProvider.Timing.USUAL,
                    "small.gguf",
                    false);
            await().until(provider::state, state -> state.contains("is ready"));
            return provider;
        }

        @Override
        public Reply due(ModelCall call, RecordingSink heard) {
            return new Reply(FakeModelServer.text(call.prompt().text()), new Usage(7, 0, 0, 9));
        }

        @Override
        public Duration advised() {
            throw new AssertionError("it refuses nobody");
        }

        @Override
        public void untilBegun(RecordingSink sink) throws Exception {
            assertThat(server.begun.await(60, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void untilEnd(RecordingSink sink) throws Exception {
            sink.awaitEnd();
        }

        @Override
        public void requireHangUp(RecordingSink sink) throws Exception {
            assertThat(server.hungUp.await(60, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
