/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.artemis.ArtemisPlugin;
import com.artemis.WorldConfigurationBuilder;
import com.artemis.WorldConfigurationException;
import dev.triune.fixture.FakeBroker;
import dev.triune.fixture.TestWorld;
import dev.triune.system.MindPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Artemis refuses a second plugin of a class before it calls that plugin, so the page on
 * troubleshooting names kinds for its message; a plugin that is called names them itself.
 */
class SecondPluginTest {
    @Test
    void troubleshootingNamesKindsForTheMessageOfArtemis() throws IOException {
        WorldConfigurationBuilder builder = new WorldConfigurationBuilder().with(plugin());
        WorldConfigurationException refused = catchThrowableOfType(
                WorldConfigurationException.class, () -> builder.with(plugin()));

        String page = Files.readString(Path.of("../docs/troubleshooting.md"));
        int symptom = page.indexOf("\n" + refused.getMessage() + "\n```");
        assertThat(symptom).as(refused.getMessage()).isPositive();
        int remedy = page.indexOf("[kinds](minds.md#kinds-of-minds)", symptom);
        assertThat(page.substring(symptom, remedy)).containsOnlyOnce("```");
    }

    @Test
    void secondPluginThatIsSetUpByAnotherNamesKinds() {
        ArtemisPlugin both = builder -> {
            plugin().setup(builder);
            plugin().setup(builder);
        };
        assertThatIllegalStateException()
                .isThrownBy(() -> new WorldConfigurationBuilder().with(both).build())
                .withMessageContaining("add other kinds of mind with MindPlugin.kind");
    }

    @Test
    void pluginThatIsSetUpTwiceIsRefused() {
        MindPlugin minds = plugin();
        WorldConfigurationBuilder builder = new WorldConfigurationBuilder();
        minds.setup(builder);
        assertThatIllegalStateException()
                .isThrownBy(() -> minds.setup(builder))
                .withMessage("this MindPlugin serves a world already (make one for each world)");
    }

    private static MindPlugin plugin() {
        return new MindPlugin(new FakeBroker(), TestWorld.ACTIONS);
    }
}
