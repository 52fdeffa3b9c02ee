/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.camp;

import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;

/** Starts the camp without a screen. */
public final class CampLauncher {
    private CampLauncher() {}

    public static void main(String[] args) {
        HeadlessApplicationConfiguration configuration = new HeadlessApplicationConfiguration();
        configuration.updatesPerSecond = 60;
        new HeadlessApplication(new Camp(), configuration);
    }
}
