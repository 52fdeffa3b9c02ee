/* SPDX-License-Identifier: Apache-2.0 */
package orchard;

import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import java.nio.file.Path;

/** Starts the game without a screen; an argument names a file with models. */
public final class Launcher {
    private Launcher() {}

    public static void main(String[] args) {
        HeadlessApplicationConfiguration configuration = new HeadlessApplicationConfiguration();
        configuration.updatesPerSecond = 60;
        new HeadlessApplication(
                new Orchard(args.length == 0 ? null : Path.of(args[0])), configuration);
    }
}
