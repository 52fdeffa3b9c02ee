/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.artemis.Aspect;
import com.artemis.utils.IntBag;
import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Game;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3Application;
import com.badlogic.gdx.backends.lwjgl3.Lwjgl3ApplicationConfiguration;
import com.badlogic.gdx.files.FileHandle;
import com.badlogic.gdx.graphics.Pixmap;
import com.badlogic.gdx.graphics.PixmapIO;
import com.sun.management.OperatingSystemMXBean;
import dev.triune.component.Behavior;
import dev.triune.component.Mind;
import dev.triune.market.Components.Body;
import dev.triune.market.Components.Bubble;
import dev.triune.market.Components.Named;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import picocli.CommandLine;

/**
 * The real game in its own process, with the flags of {@link MarketApp}; it also answers commands
 * on its standard input: {@code state}, {@code shot FILE}, {@code unlimited}, {@code quit}. It
 * prints what is being said as it appears, and ends when its input does.
 */
final class MarketProbe implements ApplicationListener {
    private final Game game;
    private final Queue<String> commands = new ConcurrentLinkedQueue<>();
    private final Map<Integer, String> lastWords = new HashMap<>();
    private long frames;
    private long cpuAtStart;
    private long longestFrameCpu;

    private MarketProbe(Game game) {
        this.game = game;
    }

    public static void main(String[] args) {
        MarketApp app = new MarketApp();
        CommandLine line = MarketApp.commandLine(app);
        line.parseArgs(args);
        MarketProbe probe = new MarketProbe(app.game());
        Thread reader = new Thread(probe::readCommands, "commands");
        reader.setDaemon(true);
        reader.start();
        Lwjgl3ApplicationConfiguration window = MarketApp.window();
        new Lwjgl3Application(probe, window);
    }

    private void readCommands() {
        try (var in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line = in.readLine();
            while (line != null) {
                commands.add(line);
                line = in.readLine();
            }
        } catch (IOException e) {
            System.out.println("error " + e);
        }
        commands.add("quit");
    }

    @Override
    public void render() {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        game.render();
        long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        longestFrameCpu = frames < 30 ? 0 : Math.max(longestFrameCpu, spent);
        frames++;
        if (frames == 30) {
            System.out.println("ready");
        }
        if (frames == 100) {
            cpuAtStart = cpu();
        }
        printWords();
        for (String command = commands.poll(); command != null; command = commands.poll()) {
            execute(command);
        }
    }

    /** Returns the CPU time of all threads, including the renderer's, in nanoseconds. */
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private MarketScreen screen() {
        return (MarketScreen) game.getScreen();
    }

    /** Prints the shown part of speech. */
    private void printWords() {
        MarketWorld market = screen().market;
        IntBag speakers = market.world
                .getAspectSubscriptionManager()
                .get(Aspect.all(Bubble.class, Mind.class, Named.class))
                .getEntities();
        for (int i = 0; i < speakers.size(); i++) {
            int speaker = speakers.get(i);
            Bubble bubble = market.world.getMapper(Bubble.class).get(speaker);
            String words = bubble.text.substring(0, (int) bubble.shown);
            if (!words.isEmpty() && !words.equals(lastWords.put(speaker, words))) {
                System.out.println("words " + market.square.named(speaker).name + ": " + words);
            }
        }
    }

    private void execute(String command) {
        if (command.equals("quit")) {
            Gdx.app.exit();
        } else if (command.equals("unlimited")) {
            Gdx.graphics.setForegroundFPS(0);
            Gdx.graphics.setVSync(false);
        } else if (command.startsWith("shot ")) {
            // glReadPixels starts at the bottom row, a PNG at the top
            Pixmap picture = Pixmap.createFromFrameBuffer(
                    0, 0, Gdx.graphics.getBackBufferWidth(), Gdx.graphics.getBackBufferHeight());
            for (int i = 3; i < picture.getPixels().limit(); i += 4) {
                picture.getPixels().put(i, (byte) 0xff); // a window is always opaque
            }
            PixmapIO.writePNG(new FileHandle(command.substring(5)), picture, 9, true);
            picture.dispose();
            System.out.println("shot");
        } else if (command.equals("meet")) {
            meet();
        } else if (command.equals("state")) {
            System.out.println(state());
        }
    }

    /** Puts the player beside somebody who speaks freely: the one with more room to the left. */
    private void meet() {
        Square square = screen().market.square;
        Body person = MarketSpeech.FREE.stream()
                .map(name -> square.at(square.find(name)))
                .max(Comparator.comparingDouble(body -> body.x))
                .orElseThrow();
        square.at(square.you()).at(person.x - 0.5f, person.y);
    }

    private String state() {
        MarketWorld market = screen().market;
        Body you = market.square.at(market.square.you());
        int near = market.square.nearest(MarketWorld.EARSHOT);
        long following = market.square
                .all(Square.PEOPLE)
                .filter(person -> {
                    Behavior behavior = market.world.getMapper(Behavior.class).get(person);
                    return behavior != null && behavior.name.equals("follow");
                })
                .count();
        return String.format(
                Locale.ROOT,
                "state frames=%d fps=%d tick=%.2f framecpu=%.2f cpu=%.1f x=%.2f y=%.2f wolves=%d bubbles=%d followers=%d near=%s",
                frames,
                Gdx.graphics.getFramesPerSecond(),
                screen().longestTick / 1e6,
                longestFrameCpu / 1e6,
                (cpu() - cpuAtStart) / 1e6 / Math.max(1, frames - 100),
                you.x,
                you.y,
                market.square.all(NightSystem.WOLVES).count(),
                market.world
                        .getAspectSubscriptionManager()
                        .get(Aspect.all(Bubble.class))
                        .getEntities()
                        .size(),
                following,
                near < 0 ? "nobody" : market.square.named(near).name);
    }

    @Override
    public void create() {
        game.create();
    }

    @Override
    public void resize(int width, int height) {
        game.resize(width, height);
    }

    @Override
    public void pause() {
        game.pause();
    }

    @Override
    public void resume() {
        game.resume();
    }

    @Override
    public void dispose() {
        game.dispose();
    }
}
