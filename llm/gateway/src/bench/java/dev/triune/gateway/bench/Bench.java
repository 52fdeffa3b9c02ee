/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The commands of the benchmark. Exits with code 2 for wrong usage. */
public final class Bench {
    private static final String USAGE = """
            mock --port N [--first-byte-ms N] [--token-ms N] [--at-once]
                answers POST /v1/chat/completions until it is ended; one write for each token of
                a stream, or with --at-once one for all
            load --target URL --connections N --seconds N --warmup N [--stream]
                 [--header 'Name: value']...
                asks, on each connection again as soon as it is answered; prints one line, times
                in microseconds; code 1 if there was any error
            streams --port N --pid N --streams N --seconds N --tokens N --token-ms N --slow N
                    --permits N
                keeps streams open through the gateway of that process and looks at every token,
                besides with slow readers; code 1 if something did not hold
            drain --port N --pid N --streams N --tokens N --token-ms N --seconds N [--hung]
                ends the gateway of that process by SIGTERM while streams are under way, which it
                has so many seconds for; with --hung they never end; code 1 if something is lost
            report --file FILE
                the table of all that was measured, and its goals; code 1 if one is missed
            limited --port N --per-minute N --errors N
                answers after 0.4 to 1.6 s, refuses what is beyond so many a minute with 429, and
                fails so many of a hundred with 500
            games --target URL --counts URL --seconds N [--header 'Name: value']...
                eight games that share an account; prints one line
            ports --count N
                that many free ports of the loopback interface, one in each line
            """;

    private Bench() {}

    /**
     * Runs a command.
     *
     * @param args its name and its options
     * @throws IOException if a port, a file or the target's address cannot be used
     * @throws InterruptedException if it is interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        int status;
        try {
            status = run(args.length == 0 ? "" : args[0], Options.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + USAGE);
            status = 2;
        }
        System.exit(status);
    }

    private static int run(String command, Options options)
            throws IOException, InterruptedException {
        switch (command) {
            case "mock":
                new Mock(
                                options.number("port"),
                                options.number("first-byte-ms", 0),
                                options.number("token-ms", 0),
                                options.has("at-once"))
                        .run();
                return 0;
            case "load":
                return new Load(options).run();
            case "streams":
                return new Streams(options).run();
            case "drain":
                return new Drain(options).run();
            case "report":
                return Report.print(Path.of(options.text("file")), System.out);
            case "limited":
                new LimitedMock(
                                options.number("port"),
                                options.number("per-minute"),
                                options.number("errors"))
                        .run();
                return 0;
            case "games":
                return new Games(options).run();
            case "ports":
                return ports(options.number("count"));
            default:
                throw new IllegalArgumentException("unknown command: " + command);
        }
    }

    /** Finds free ports, and keeps all open until the last is found, so that they differ. */
    private static int ports(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        for (ServerSocket socket : sockets) {
            System.out.println(socket.getLocalPort());
            socket.close();
        }
        return 0;
    }
}
