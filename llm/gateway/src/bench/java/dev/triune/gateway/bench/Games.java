/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Eight games that share an account, all with the same client: seven want a plan every 8 s, one of
 * them every second, and each has a player who speaks every 30 s and waits 15 s for an answer. What
 * is refused with 429 or fails with 5xx is sent again, at most twice, after {@code Retry-After} or
 * after 0.5 and 1 s, as the clients of OpenAI do.
 */
final class Games {
    private static final int GAMES = 8;
    private static final int TRIES = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final URI target;
    private final URI counts;
    private final List<String> headers;
    private final int seconds;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    private final Random random = new Random(11);
    private final int[] plans = new int[GAMES];
    private final int[] wanted = new int[GAMES];
    private final List<Long> urgentMillis = new ArrayList<>();
    private int urgent;
    private int refusals;
    private int failures;
    private int open;

    /** A request of a game, with its tries so far. */
    private final class Call {
        final int game;
        final boolean forPlayer;
        final long began = System.nanoTime();
        int tries;

        Call(int game, boolean forPlayer) {
            this.game = game;
            this.forPlayer = forPlayer;
        }

        Duration left() {
            Duration all = forPlayer ? PATIENCE : LONGEST;
            return all.minusNanos(System.nanoTime() - began);
        }

        void send() {
            Duration left = left();
            if (left.isNegative() || left.isZero()) {
                end(false);
                return;
            }
            tries++;
            HttpRequest.Builder request = HttpRequest.newBuilder(target)
                    .timeout(left)
                    .header("Content-Type", "application/json")
                    .header("X-Session-Id", "game-" + game)
                    .header("X-Priority", forPlayer ? "critical" : "medium")
                    .POST(BodyPublishers.ofByteArray(Chat.request(false)));
            headers.forEach(each -> {
                String[] parts = each.split(": ", 2);
                request.header(parts[0], parts[1]);
            });
            client.sendAsync(request.build(), BodyHandlers.ofString())
                    .whenComplete((response, error) -> received(response, error));
        }

        private void received(HttpResponse<String> response, Throwable error) {
            int status = error == null ? response.statusCode() : 0;
            if (status == 200) {
                end(true);
                return;
            }
            if (status == 429) {
                count429();
            }
            if (status == 0 || tries == TRIES || (status != 429 && status < 500)) {
                end(false);
                return;
            }
            long backoff = 500L << (tries - 1);
            long millis = response.headers()
                    .firstValue("Retry-After")
                    .filter(value -> value.matches("[0-9]{1,4}"))
                    .map(value -> Long.parseLong(value) * 1_000)
                    .filter(value -> value <= 60_000)
                    .orElse(backoff);
            timer.schedule(this::send, millis + jitter(backoff), TimeUnit.MILLISECONDS);
        }

        private void end(boolean answered) {
            ended(this, answered);
        }
    }

    /** Creates the games without starting them. */
    Games(Options options) {
        target = URI.create(options.text("target"));
        counts = URI.create(options.text("counts"));
        headers = options.all("header");
        seconds = Math.max(1, options.number("seconds"));
    }

    /** Plays; prints one line of name=value, and returns 0. */
    int run() throws IOException, InterruptedException {
        for (int i = 0; i < GAMES; i++) {
            int game = i;
            long every = i == GAMES - 1 ? 1_000 : 8_000;
            timer.scheduleAtFixedRate(
                    () -> begin(game, false), 100L * i, every, TimeUnit.MILLISECONDS);
            timer.scheduleAtFixedRate(
                    () -> begin(game, true), 3_000L * (i + 1), 30_000, TimeUnit.MILLISECONDS);
        }
        Thread.sleep(seconds * 1_000L);
        timer.shutdownNow();
        String[] server = client.send(
                        HttpRequest.newBuilder(counts).build(), BodyHandlers.ofString())
                .body()
                .split(" ");
        print(server);
        return 0;
    }

    private synchronized void print(String[] server) {
        List<Long> waits = new ArrayList<>(urgentMillis);
        long answeredUrgent = waits.size();
        int decided = urgent - open;
        while (waits.size() < decided) {
            waits.add(PATIENCE.toMillis());
        }
        Collections.sort(waits);
        long sum = IntStream.of(plans).sum();
        double squares =
                IntStream.of(plans).mapToDouble(each -> (double) each * each).sum();
        System.out.printf(
                Locale.ROOT,
                "refusals=%d server-answers=%s server-refusals=%s server-errors=%s plans=%d wanted=%d failed=%d urgent=%d"
                        + " urgent-answered=%d urgent-p50-ms=%d urgent-p99-ms=%d jain=%.3f"
                        + " greedy=%d others=%d%n",
                refusals,
                server[0],
                server[1],
                server[2],
                sum,
                IntStream.of(wanted).sum(),
                failures,
                decided,
                answeredUrgent,
                at(waits, 0.5),
                at(waits, 0.99),
                sum == 0 ? 0 : (double) sum * sum / (GAMES * squares),
                plans[GAMES - 1],
                (sum - plans[GAMES - 1]) / (GAMES - 1));
    }

    private static long at(List<Long> sorted, double share) {
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }

    private synchronized void begin(int game, boolean forPlayer) {
        if (forPlayer) {
            urgent++;
            open++;
        } else {
            wanted[game]++;
        }
        new Call(game, forPlayer).send();
    }

    private synchronized void count429() {
        refusals++;
    }

    private synchronized long jitter(long bound) {
        return random.nextLong(bound / 4 + 1);
    }

    private synchronized void ended(Call call, boolean answered) {
        if (call.forPlayer) {
            open--;
            if (answered) {
                urgentMillis.add((System.nanoTime() - call.began) / 1_000_000);
            }
        } else if (answered) {
            plans[call.game]++;
        } else {
            failures++;
        }
    }
}
