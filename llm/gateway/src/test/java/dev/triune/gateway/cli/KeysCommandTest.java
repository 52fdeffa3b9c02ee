/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.triune.gateway.keys.GameKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code triune-gateway keys}. */
class KeysCommandTest {
    @TempDir
    private Path folder;

    private record Run(int code, String out, String err) {}

    private Run keys(String line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String file = folder.resolve("keys.json").toString();
        int code = GatewayApp.run(
                ("keys " + line.replace("FILE", file)).split(" "),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Run(
                code,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8).replace(file, "FILE"));
    }

    @Test
    void showsATokenOnceAndStoresOnlyItsHash() throws IOException {
        Run created = keys("create --file FILE --game village --models a,b --usd-per-day 1.5"
                + " --tokens-per-month 1000000 --weight 2 --expires 2999-01-31");

        assertThat(created.err()).isEmpty();
        assertThat(created.code()).isZero();
        assertThat(created.out()).matches("tg-[A-Za-z0-9_-]{43}\n");
        assertThat(Files.readString(folder.resolve("keys.json")))
                .doesNotContain(created.out().strip().substring(3));

        String list = keys("list --file FILE").out();
        assertThat(list.lines().skip(1))
                .singleElement()
                .asString()
                .matches("[0-9a-f]{8}  village +valid +1.5 +- +- +1000000 +2.0 +2999-01-31 +a,b");

        String id = list.lines().skip(1).findFirst().orElseThrow().substring(0, 8);
        assertThat(keys("revoke --file FILE " + id).out()).isEqualTo(id + " is revoked\n");
        assertThat(keys("list --file FILE").out()).contains("revoked");
        assertThat(keys("create --file FILE --game village").code()).isZero();
    }

    @Test
    void rotatedKeyRemainsValidForTheOverlap() throws IOException {
        String first =
                keys("create --file FILE --game a --models m --usd-per-day 2").out();

        Run rotated = keys("rotate --file FILE --game a --overlap 30m");

        assertThat(rotated.err()).isEmpty();
        assertThat(rotated.out()).matches("tg-[A-Za-z0-9_-]{43}\n").isNotEqualTo(first);
        Instant now = Instant.now();
        Path file = folder.resolve("keys.json");
        for (Duration later : List.of(Duration.ZERO, Duration.ofMinutes(29))) {
            GameKeys keys = GameKeys.open(file, InstantSource.fixed(now.plus(later)));
            assertThat(keys.keyOf(first.strip())).isPresent();
            assertThat(keys.keyOf(rotated.out().strip()))
                    .hasValueSatisfying(key -> assertThat(key.models()).containsExactly("m"));
        }
        GameKeys after = GameKeys.open(file, InstantSource.fixed(now.plus(Duration.ofMinutes(31))));
        assertThat(after.keyOf(first.strip())).isEmpty();
        assertThat(after.keyOf(rotated.out().strip())).isPresent();
        assertThat(after.budgets("a")).hasSize(1);
        assertThat(keys("rotate --file FILE --game b").err())
                .contains("--game b has no valid key (see triune-gateway keys list)");
        assertThat(keys("rotate --file FILE --game a --overlap soon").err())
                .contains("--overlap soon (expected a time such as 90s, 30m, 1h or 2d)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x                                                     | Unmatched argument at index 1: 'x'
            create --file FILE                                    | Missing required option: '--game=NAME'
            create --game a                                       | --file FILE is missing (expected the file of gateway.keys)
            create --file FILE --game a --usd-per-day 0           | --usd-per-day 0 (expected 0.000001 to 1000000000)
            create --file FILE --game a --usd-per-day 1e400       | --usd-per-day 1E+400 (expected 0.000001 to 1000000000)
            create --file FILE --game a --usd-per-day 1e-400      | --usd-per-day 1E-400 (expected 0.000001 to 1000000000)
            create --file FILE --game a --usd-per-day 1e999999999 | --usd-per-day 1E+999999999 (expected 0.000001 to 1000000000)
            create --file FILE --game a --usd-per-day NaN         | Invalid value for option '--usd-per-day': 'NaN' (expected a number)
            create --file FILE --game a --usd-per-month -1        | --usd-per-month -1 (expected 0.000001 to 1000000000)
            create --file FILE --game a --usd-per-month 1000000001 | --usd-per-month 1000000001 (expected 0.000001 to 1000000000)
            create --file FILE --game a --weight NaN              | --weight NaN (expected 0.000001 to 1000000)
            create --file FILE --game a --weight 1e400            | --weight Infinity (expected 0.000001 to 1000000)
            create --file FILE --game a --tokens-per-day 0        | --tokens-per-day 0 (expected more than 0)
            create --file FILE --game a --tokens-per-month 0      | --tokens-per-month 0 (expected more than 0)
            create --file FILE --game a --weight 0                | --weight 0.0 (expected 0.000001 to 1000000)
            create --file FILE --game a --expires soon            | --expires soon (expected a date such as 2027-01-31)
            create --file FILE --game a --models ,b               | --models is no name (expected 1 to 128 characters, without control characters)
            create --file FILEX/y --game a                        | --file FILEX/y is in a directory that does not exist
            rotate --file FILE --game a                           | --file FILE does not exist (keys create makes it)
            list --file FILE                                      | --file FILE does not exist (keys create makes it)
            revoke --file FILE 12345678                           | --file FILE does not exist (keys create makes it)
            """)
    void usageErrorIsOneLineWithExitCodeTwo(String line, String message) {
        Run run = keys(line);

        assertThat(run.err().strip()).isEqualTo("triune-gateway: " + message + "; see --help");
        assertThat(run.code()).isEqualTo(GatewayApp.USAGE);
    }

    @Test
    void rejectsDuplicateKeysUnknownIdsAndBrokenFiles() throws IOException {
        keys("create --file FILE --game a");

        assertThat(keys("create --file FILE --game a").err())
                .isEqualTo("triune-gateway: --game a has a key (revoke it first, or use keys"
                        + " rotate); see --help\n");
        assertThat(keys("revoke --file FILE 0").err())
                .isEqualTo(
                        "triune-gateway: no valid key has the ID 0 (see triune-gateway keys list);"
                                + " see --help\n");
        assertThat(keys("").err())
                .isEqualTo(
                        "triune-gateway: keys: add create, rotate, list or revoke; see --help\n");
        Files.writeString(folder.resolve("keys.json"), "SECRET");
        Run broken = keys("list --file FILE");
        assertThat(broken.err())
                .isEqualTo("triune-gateway: FILE cannot be read (repair it, or remove it, and with"
                        + " it what it holds)\n");
        assertThat(broken.code()).isEqualTo(GatewayApp.USAGE);
    }
}
