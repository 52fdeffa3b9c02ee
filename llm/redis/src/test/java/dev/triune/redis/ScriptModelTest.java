/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.testsupport.Thorough;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The modelled Redis gives the results that the scripts give in a real one. */
class ScriptModelTest {
    /** The seeds from which on gateways report much at once. */
    private static final long MUCH_USE = 100;

    private static final int SEQUENCES = Thorough.count(40, 2_000);
    private static final int CALLS = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String[] GATEWAYS = {"1-1", "2-2", "3-3"};

    /** Runs a script in a real Redis. */
    interface RealScripts {
        List<Object> run(RedisScript script, List<String> keys, List<String> values);
    }

    @Test
    void modelRepliesLikeTheScriptsInRedis() {
        try (TestRedis real = new TestRedis();
                LettuceConnector connector = new LettuceConnector(real.address(), TIMEOUT)) {
            RedisConnector.ScriptConnection line = connector.connect().join();
            for (long seed = 0; seed < SEQUENCES; seed++) {
                compare(
                        (script, keys, values) -> line.run(script, keys, values).join(),
                        "{run-" + seed + "}:",
                        seed);
            }
        }
    }

    /** Compares a sequence of calls; {@code prefix} is that of their keys. */
    static void compare(RealScripts redis, String prefix, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ModelledRedis model = new ModelledRedis();
        Calls calls = new Calls(random, prefix, seed < MUCH_USE ? 5 : 16);
        for (int i = 0; i < CALLS; i++) {
            boolean presence = i == 0 || random.nextInt(6) == 0;
            RedisScript script = presence ? RedisScript.PRESENCE : RedisScript.LEASE;
            List<String> keys = presence ? calls.presenceKeys() : calls.leaseKeys();
            List<String> values = presence ? calls.presence() : calls.lease();
            List<Object> real = redis.run(script, keys, values);
            assertThat(model.run(script, keys, values, 0))
                    .as("seed %d, call %d: %s of %s", seed, i, script, values)
                    .isEqualTo(real);
            if (presence) {
                calls.epoch = (String) real.get(0);
            }
        }
    }

    /** Random arguments, as gateways may send them. */
    private static final class Calls {
        private final SplittableRandom random;
        private final String prefix;
        private final boolean requests;
        private final boolean tokens;

        /** Whether little time passes and all gateways wait, so that their order matters. */
        private final boolean crowded;

        /** The bound of what one entry reports, which leaves more or less of the limits. */
        private final int mostUse;

        private String epoch = "";
        private long clock = 1_000_000;
        private long sequence;

        Calls(SplittableRandom random, String prefix, int mostUse) {
            this.mostUse = mostUse;
            this.random = random;
            this.prefix = prefix;
            this.requests = random.nextInt(4) > 0;
            this.tokens = !requests || random.nextBoolean();
            this.crowded = random.nextBoolean();
        }

        private void passTime() {
            if (crowded) {
                clock += random.nextInt(12) == 0 ? random.nextLong(6_000) : 40L * random.nextInt(4);
                return;
            }
            clock += switch (random.nextInt(8)) {
                case 0 -> random.nextLong(70_000);
                case 1 -> random.nextLong(5_000);
                case 2 -> -random.nextLong(3_000);
                default -> random.nextLong(200);
            };
        }

        List<String> presenceKeys() {
            return Stream.of("state", "gateways", "games", "told", "count")
                    .map(name -> prefix + name)
                    .toList();
        }

        List<String> presence() {
            passTime();
            List<Object> values = new ArrayList<>(List.of(
                    clock,
                    !crowded && random.nextInt(10) == 0 ? "other" : "run",
                    random.nextInt(5) == 0 ? "" : gateway(),
                    5_000,
                    65_000));
            values.addAll(List.of(5_000, 60_000));
            values.add(random.nextInt(4) == 0 ? "" : epoch);
            addClock(values);
            values.addAll(List.of(
                    random.nextBoolean() ? "" : epoch, random.nextInt(4), random.nextInt(3), 4));
            int signs = random.nextInt(4);
            values.add(signs);
            for (int i = 0; i < signs; i++) {
                values.addAll(List.of(random.nextInt(70_000), "game-" + random.nextInt(7)));
            }
            return text(values);
        }

        List<String> leaseKeys() {
            List<String> keys = new ArrayList<>(List.of(prefix + "state", prefix + "key"));
            if (requests) {
                keys.addAll(List.of(prefix + "second", prefix + "minute"));
            }
            if (tokens) {
                keys.add(prefix + "tokens");
            }
            return keys;
        }

        List<String> lease() {
            passTime();
            sequence += random.nextInt(6) == 0 ? 0 : 1;
            boolean wishes = crowded || random.nextBoolean();
            List<Object> values =
                    new ArrayList<>(List.of(clock, random.nextInt(30) == 0 ? "other:1" : epoch));
            addClock(values);
            values.addAll(List.of(
                    gateway(), sequence, 2_000, random.nextBoolean() ? 2_000 : 12_000, 1_000));
            values.addAll(List.of(some(requests, 4), some(tokens, 300), some(tokens, 300)));
            values.addAll(List.of(
                    some(requests && wishes, crowded ? 5 : 2),
                    some(tokens && wishes, crowded ? 1_500 : 400),
                    some(requests, 4),
                    some(tokens, 400),
                    random.nextInt(8) == 0 ? random.nextInt(9_000) : 0));
            values.add((requests ? 2 : 0) + (tokens ? 1 : 0));
            if (requests) {
                values.addAll(List.of("requests", 8, 1_250, 25, "requests", 20, 61_000, 500));
            }
            if (tokens) {
                values.addAll(List.of("tokens", 3_000, 60_250, 500));
            }
            addUse(values);
            return text(values);
        }

        /** Adds what a gateway expects of the clock, which is seldom wrong. */
        private void addClock(List<Object> values) {
            values.add(clock - 900 + random.nextInt(930));
            values.add(clock - 30 + random.nextInt(930));
        }

        private void addUse(List<Object> values) {
            int count = crowded ? random.nextInt(6) / 5 : random.nextInt(4);
            values.add(count);
            for (int i = 0; i < count; i++) {
                int window = 1 + random.nextInt((requests ? 2 : 0) + (tokens ? 1 : 0));
                int age = crowded ? 59_000 + random.nextInt(3_000) : random.nextInt(62_000);
                values.addAll(List.of(window, age, random.nextInt(mostUse)));
            }
        }

        private int some(boolean any, int bound) {
            return any && random.nextInt(3) > 0 ? random.nextInt(bound) : 0;
        }

        private String gateway() {
            return GATEWAYS[random.nextInt(GATEWAYS.length)];
        }

        private static List<String> text(List<Object> values) {
            return values.stream().map(String::valueOf).toList();
        }
    }
}
