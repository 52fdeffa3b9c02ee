/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.artemis.Aspect;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.io.SaveFileFormat;
import com.artemis.managers.WorldSerializationManager;
import com.artemis.utils.IntBag;
import dev.triune.GameClock;
import dev.triune.component.Mind;
import dev.triune.fixture.FakeBroker;
import dev.triune.system.MindSave.InvalidSaveException;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Anything but a complete save of this version is rejected with one message; nothing is loaded. */
class InvalidSaveTest {
    private final SavingWorld after = new SavingWorld(new FakeBroker());
    private byte[] save = {};

    @BeforeEach
    void saveThree() {
        SavingWorld before = new SavingWorld(new FakeBroker());
        before.agent();
        before.agent();
        before.agent();
        before.ticks(7);
        save = before.save();
    }

    @Test
    void loadsUnchangedSave() {
        assertThat(after.load(save).entities.size()).isEqualTo(3);
        assertThat(minds()).isEqualTo(3);
        assertThat(new String(save, StandardCharsets.UTF_8))
                .startsWith("triune save, version 1, 20 ticks a second, 3 entities, ");
    }

    @Test
    void rejectsEmptyFile() {
        refused(new byte[0], "the save is empty (supported: version 1); load another save");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "hello", "\n", "{\"entities\":{}}", "triune saves, version 1", "null"})
    void rejectsFileThatIsNotASave(String text) {
        refused(
                text.getBytes(StandardCharsets.UTF_8),
                "this is no save of minds: it does not begin with \"triune save\""
                        + " (supported: version 1); load another save");
    }

    @ParameterizedTest
    @CsvSource({
        "0, ; load another save",
        "2, ; load it with the newer Triune that wrote it",
        "999999999, ; load it with the newer Triune that wrote it"
    })
    void rejectsOtherVersionsAndNamesTheRemedy(int version, String remedy) {
        refused(
                with("version 1", "version " + version),
                "the save has version " + version + " (supported: version 1)" + remedy);
    }

    @Test
    void rejectsMissingVersion() {
        refused(
                "triune save\n{}".getBytes(StandardCharsets.UTF_8),
                "the save names no version (supported: version 1); load another save");
    }

    @ParameterizedTest
    @ValueSource(strings = {"version 1x", "version ", "version -1", "version 9999999999"})
    void rejectsMalformedVersion(String version) {
        refused(with("version 1", version), "this is no save of minds");
    }

    @Test
    void rejectsDifferentTickRate() {
        SavingWorld faster = new SavingWorld(new FakeBroker(), new GameClock(60));
        assertThatExceptionOfType(InvalidSaveException.class)
                .isThrownBy(() -> faster.load(save))
                .withMessage("the save counts 20 ticks a second, but the clock of this world 60"
                        + " (build the world with a clock of that rate)");
        assertThat(faster.minds.clock().tick()).isZero();
    }

    @Test
    void rejectsTruncatedSave() {
        for (int length = 0; length < save.length; length++) {
            byte[] cut = Arrays.copyOf(save, length);
            assertThatExceptionOfType(InvalidSaveException.class)
                    .as("the first %d bytes", length)
                    .isThrownBy(() -> after.load(cut))
                    .withMessageContaining("supported: version 1");
        }
        assertNothingLoaded();
    }

    @Test
    void rejectsSaveWithAChangedByte() {
        long seed = 4;
        Random random = new Random(seed);
        int header = SaveHeader.bodyOf(save);
        for (int i = 0; i < 300; i++) {
            byte[] changed = save.clone();
            int place = header + random.nextInt(save.length - header);
            changed[place] ^= (byte) (1 << random.nextInt(8));
            assertThatExceptionOfType(InvalidSaveException.class)
                    .as("seed %d, byte %d", seed, place)
                    .isThrownBy(() -> after.load(changed))
                    .withMessageContaining("damaged");
        }
        assertNothingLoaded();
    }

    @Test
    void rejectsSaveWhenNoEntityIsLoaded() {
        after.world
                .getSystem(WorldSerializationManager.class)
                .setSerializer(new Forgetful(after.world));
        refused(
                save,
                "the save of version 1 says that it holds 3 entities, but 0 were loaded;"
                        + " load it with the serializer and the components that wrote it");
    }

    @Test
    void rejectsSaveWithMissingEntitiesAndRemovesTheRest() {
        refused(with("3 entities", "4 entities"), "4 entities, but 3 were loaded");
    }

    @Test
    void reportsSerializerFailure() {
        byte[] broken =
                SaveHeaders.around("{\"entities\":{\"0\":{\"components\":{\"Nobody\":{}}}}}");
        assertThatExceptionOfType(InvalidSaveException.class)
                .isThrownBy(() -> after.load(broken))
                .withMessageContaining("the serializer cannot load the save of version 1")
                .withCauseInstanceOf(RuntimeException.class);
    }

    @Test
    void savingWithoutSerializerNamesTheMissingSystem() {
        World bare = new World(new WorldConfiguration());
        MindSaves saves = new MindSaves(bare, new GameClock());
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> saves.save(new ByteArrayOutputStream(), new MindSave(new IntBag())))
                .withMessageContaining("WorldSerializationManager");
    }

    @Test
    void refusesToSaveWorldWithoutMinds() {
        assertThatIllegalStateException()
                .isThrownBy(() -> after.saves.save(new ByteArrayOutputStream()))
                .withMessageContaining("no entity with a Mind");
    }

    @Test
    void refusesToSaveInAnEncodingOtherThanUtf8() {
        String text = "{\"letters\":\"" + MindSave.ENCODING_PROBE + "\"}";
        assertThatIllegalStateException()
                .isThrownBy(() -> MindSaves.requireEncoding(
                        text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1))
                .withMessageContaining("ISO-8859-1, not as UTF-8")
                .withMessageContaining("-Dfile.encoding=UTF-8");
        byte[] right = text.getBytes(StandardCharsets.UTF_8);
        assertThatCode(() -> MindSaves.requireEncoding(right, StandardCharsets.ISO_8859_1))
                .doesNotThrowAnyException();
        assertThat(new String(save, StandardCharsets.UTF_8)).contains(MindSave.ENCODING_PROBE);
    }

    private void refused(byte[] bytes, String message) {
        assertThatExceptionOfType(InvalidSaveException.class)
                .isThrownBy(() -> after.load(bytes))
                .withMessageContaining(message);
        assertNothingLoaded();
    }

    private void assertNothingLoaded() {
        assertThat(minds()).isZero();
        assertThat(after.minds.clock().tick()).isEqualTo(1);
        assertThat(after.world.getSystem(DecisionApplySystem.class).lastSerial())
                .isZero();
    }

    private int minds() {
        after.ticks(1);
        return after.world
                .getAspectSubscriptionManager()
                .get(Aspect.all(Mind.class))
                .getEntities()
                .size();
    }

    private byte[] with(String old, String other) {
        String text = new String(save, StandardCharsets.ISO_8859_1);
        assertThat(text).contains(old);
        return text.replace(old, other).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Wraps any text in a valid save header. */
    private static final class SaveHeaders {
        static byte[] around(String text) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(SaveHeader.of(20, 1, body).line());
            out.writeBytes(body);
            return out.toByteArray();
        }
    }

    /** Silently loads nothing. */
    private static final class Forgetful
            extends WorldSerializationManager.ArtemisSerializer<String> {
        Forgetful(World world) {
            super(world);
        }

        @Override
        public WorldSerializationManager.ArtemisSerializer<String> register(
                Class<?> type, String serializer) {
            return this;
        }

        @Override
        protected void save(OutputStream out, SaveFileFormat save) {}

        @Override
        protected <T extends SaveFileFormat> T load(InputStream in, Class<T> format) {
            return format.cast(new MindSave(new IntBag()));
        }
    }
}
