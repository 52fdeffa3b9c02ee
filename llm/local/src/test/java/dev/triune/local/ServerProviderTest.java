/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.triune.llm.FailureCode;
import dev.triune.llm.Prompt;
import dev.triune.llm.Request.AnswerFormat;
import dev.triune.llm.provider.CallFailure;
import dev.triune.llm.provider.CallFailure.RateLimited;
import dev.triune.llm.provider.ModelCall;
import dev.triune.llm.provider.RecordingSink;
import dev.triune.testsupport.Thorough;
import dev.triune.testsupport.TinyGguf;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server in a process of its own, which loads, crashes, hangs and does not want to end. */
@DisabledOnOs(OS.WINDOWS) // its fake is started by a shell
class ServerProviderTest {
    private static final ServerProvider.Timing SHORT = new ServerProvider.Timing(
            Duration.ofMillis(20),
            Duration.ofMillis(20),
            Duration.ofMinutes(2),
            Duration.ofMillis(10),
            Duration.ofMillis(80));

    @TempDir
    Path folder;

    private final AtomicInteger starts = new AtomicInteger();
    private final List<ServerProvider> opened = new ArrayList<>();

    @AfterEach
    void close() throws InterruptedException {
        for (ServerProvider provider : opened) {
            provider.close();
            provider.join();
        }
        assertThat(running(folder)).as("processes left").isEmpty();
    }

    private static ServerProvider.Timing waitingAfterAFault(Duration load) {
        return new ServerProvider.Timing(
                Duration.ofMillis(20),
                Duration.ofMillis(20),
                load,
                Duration.ofHours(1),
                Duration.ofHours(1));
    }

    /** Starts fakes that behave in this way. */
    private ServerProvider open(ServerProvider.Timing timing, String mode) {
        Path program = FakeModelServer.program(folder);
        return open(timing, () -> {
            starts.incrementAndGet();
            List<String> arguments = List.of("--fake", mode, "--marker", folder.toString());
            return ServerProcess.start(program, arguments, "key-0123456789", false);
        });
    }

    private ServerProvider open(ServerProvider.Timing timing, ServerProvider.Launcher launcher) {
        ServerProvider provider = new ServerProvider(launcher, timing, "small.gguf", false);
        opened.add(provider);
        return provider;
    }

    private static ModelCall call(String question) {
        return new ModelCall("", Prompt.of(question), AnswerFormat.TEXT, 100, 0.5);
    }

    private static RecordingSink ask(ServerProvider provider, String question) {
        RecordingSink sink = new RecordingSink();
        provider.start(call(question), sink);
        return sink;
    }

    private static void awaitReady(ServerProvider provider) {
        await().until(provider::status, status -> status.phase() == ServerProvider.Phase.READY);
    }

    /** Returns the commands of the processes of a test that run. */
    private static List<String> running(Path marker) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(marker.toString()))
                .toList();
    }

    @Test
    void saysThatItLoads() {
        ServerProvider provider = open(SHORT, "endless");
        await().until(provider::status, status -> status.phase() == ServerProvider.Phase.LOADING);
        assertThat(provider.status().line()).startsWith("the server of small.gguf loads (");
    }

    @Test
    void answersOnceItHasLoaded() throws Exception {
        ServerProvider provider = open(SHORT, "slow");
        RecordingSink early = ask(provider, "Is it so? #1#");
        early.awaitEnd();
        assertThat(early.failure()).isInstanceOfSatisfying(RateLimited.class, refusal -> {
            assertThat(refusal.notReady()).isTrue();
            assertThat(refusal.message()).startsWith("the server of small.gguf ");
        });

        awaitReady(provider);
        RecordingSink sink = ask(provider, "Is it so? #2#");
        sink.awaitEnd();

        assertThat(sink.text()).isEqualTo(FakeModelServer.text("#2#"));
    }

    @Test
    void crashBreaksOffTheCallsAndIsFollowedByAnotherStart() throws Exception {
        ServerProvider provider = open(SHORT, "well");
        awaitReady(provider);

        RecordingSink broken = ask(provider, "crash");
        broken.awaitEnd();
        assertThat(broken.outcome()).isPresent();

        await().until(starts::get, count -> count == 2);
        awaitReady(provider);
        RecordingSink sink = ask(provider, "Is it so? #3#");
        sink.awaitEnd();
        assertThat(sink.text()).isEqualTo(FakeModelServer.text("#3#"));
    }

    @Test
    void serverThatExitsAtOnceIsNamedWithItsLastLine() {
        ServerProvider provider = open(waitingAfterAFault(Duration.ofMinutes(2)), "unknown");

        await().until(
                        provider::state,
                        state -> state.contains("exited with status 1: "
                                + "llama_model_load: error: unknown model architecture: 'qwen9'"));
        assertThat(provider.state()).endsWith("(it is started again in 3600 s)");
        assertThat(provider.status().phase()).isEqualTo(ServerProvider.Phase.DOWN);
        assertThat(provider.status().line()).isEqualTo(provider.state());
    }

    @Test
    void serverThatDoesNotLoadInTimeIsEnded() {
        ServerProvider provider = open(waitingAfterAFault(Duration.ofMillis(40)), "endless");

        await().until(provider::state, state -> state.contains("did not load within 0 s"));
    }

    @Test
    void serverThatDoesNotWantToEndIsEndedByForce() throws Exception {
        ServerProvider provider = open(SHORT, "stubborn");
        awaitReady(provider);

        provider.close();
        provider.join();

        assertThat(running(folder)).isEmpty();
    }

    @Test
    void endlessLogIsReadAndForgotten() throws Exception {
        ServerProvider provider = open(SHORT, "chatty");

        awaitReady(provider);

        RecordingSink sink = ask(provider, "Is it so? #4#");
        sink.awaitEnd();
        assertThat(sink.text()).isEqualTo(FakeModelServer.text("#4#"));
    }

    @Test
    void serverThatHangsIsStartedAgain() throws Exception {
        try (FakeModelServer hanging = new FakeModelServer(0, "key-0123456789")) {
            ServerProvider provider = open(SHORT, () -> {
                starts.incrementAndGet();
                return ServerProcess.at(
                        Path.of("/bin/sleep"), List.of("600"), hanging.port(), "key-0123456789");
            });

            await().until(provider::state, state -> state.contains("is ready"));
            hanging.loading.set(1 << 30); // and the process is alive

            await().until(starts::get, count -> count >= 2);
        }
    }

    @Test
    void closedProviderFailsCalls() throws Exception {
        ServerProvider provider = open(SHORT, "well");
        provider.close();
        provider.join();

        RecordingSink sink = ask(provider, "Is it so? #5#");

        assertThat(sink.failure())
                .isInstanceOfSatisfying(
                        CallFailure.Failed.class,
                        failure -> assertThat(failure.code()).isEqualTo(FailureCode.CUT_OFF));
        assertThat(provider.state()).isEqualTo("the server of small.gguf was closed");
        assertThat(provider.status().phase()).isEqualTo(ServerProvider.Phase.CLOSED);
    }

    @Test
    void manyStartsAndStopsLeaveNothing() throws Exception {
        Path program = FakeModelServer.script(folder.resolve("sleeps"), "exec sleep 600.25");
        for (int i = 0; i < Thorough.count(20, 1000); i++) {
            ServerProcess server = ServerProcess.start(program, List.of(), "key", false);
            assertThat(server.isAlive()).isTrue();
            server.stop();
            assertThat(server.isAlive()).isFalse();
        }
        await().until(
                        () -> // what the shell has ended may take a moment to be gone
                        running(folder).isEmpty() && running(Path.of("600.25")).isEmpty());
    }

    /** A game that starts a server, and says so. */
    static final class Game {
        private Game() {}

        /** Starts the program given, and waits. */
        public static void main(String[] arguments) throws Exception {
            ServerProcess server =
                    ServerProcess.start(Path.of(arguments[0]), List.of(), "key", false);
            System.out.println("started");
            server.awaitEnd(Duration.ofHours(1));
        }
    }

    @Test
    void serverEndsWithAGameThatIsKilled() throws Exception {
        Path program = FakeModelServer.script(folder.resolve("sleeps"), "exec sleep 600.75");
        Process game = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Game.class.getName(),
                        program.toString())
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(game.inputReader().readLine()).isEqualTo("started");
            await().until(() -> !running(Path.of("sleep 600.75")).isEmpty());
        } finally {
            game.destroyForcibly();
        }
        assertThat(game.waitFor(60, TimeUnit.SECONDS)).isTrue();

        await().until(() ->
                running(Path.of("600.75")).isEmpty() && running(folder).isEmpty());
    }

    @Test
    void takenPortIsGivenUpForAnother() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path program = FakeModelServer.program(folder);
            ServerProvider provider = open(
                    SHORT,
                    () -> starts.getAndIncrement() == 0
                            ? ServerProcess.at(
                                    program,
                                    List.of("--port", String.valueOf(taken.getLocalPort())),
                                    taken.getLocalPort(),
                                    "key")
                            : ServerProcess.start(program, List.of(), "key", false));

            awaitReady(provider);

            assertThat(starts).hasValue(2);
        }
    }

    @Test
    void filesAreCheckedBeforeTheStart() throws IOException {
        Path model = TinyGguf.write(folder.resolve("small.gguf"), 3);
        Path program = FakeModelServer.program(folder);

        assertThatThrownBy(() -> start(folder.resolve("none"), model))
                .hasMessageContaining("none: there is no such file (expected the program"
                        + " llama-server, or a folder with one in ");
        assertThatThrownBy(() -> start(program, folder.resolve("none.gguf")))
                .hasMessageContaining("none.gguf: there is no such file");
        assertThatThrownBy(() -> start(folder, model))
                .hasMessageContaining(ServerBinary.ofThisMachine().platform());

        Path plain = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
        assertThatThrownBy(() -> start(plain, model))
                .hasMessage(plain + ": is not executable (run chmod +x " + plain + ")");
        Path windows = Files.writeString(folder.resolve("llama-server.exe"), "MZ...");
        assertThatThrownBy(() -> start(windows, model))
                .hasMessage(windows + ": is a program for windows (expected one for "
                        + ServerBinary.ofThisMachine().platform() + ")");
        assertThatThrownBy(() -> ServerProvider.start(
                        program, model, LocalSettings.DEFAULT.withMemoryMb(1), List.of()))
                .hasMessageContaining("more than the limit of 1 MB");
    }

    private static void start(Path server, Path model) throws IOException {
        ServerProvider.start(server, model, LocalSettings.DEFAULT, List.of()).close();
    }

    @Test
    void programOfAnotherMachineIsNamed() throws IOException {
        byte[] elf = new byte[20];
        System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F'}, 0, elf, 0, 4);
        elf[18] = (byte) 183;
        Path program = Files.write(folder.resolve("llama-server"), elf);

        assertThatThrownBy(() -> ServerBinary.of("Linux", "amd64").find(program))
                .hasMessage(program + ": is a program for linux-aarch64 (expected one for"
                        + " linux-x86_64)");
        assertThatThrownBy(() -> ServerBinary.of("Mac OS X", "aarch64").find(program))
                .hasMessage(program + ": is a program for linux (expected one for macos-aarch64)");
        assertThat(ServerBinary.of("Windows 11", "amd64").platform()).isEqualTo("windows-x86_64");
    }
}
