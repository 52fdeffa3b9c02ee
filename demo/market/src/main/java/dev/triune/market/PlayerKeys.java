/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.market;

import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputAdapter;
import dev.triune.market.Components.Position;
import java.util.HashSet;
import java.util.Set;

/** Walks the player with the keys, and passes on what else is pressed. */
final class PlayerKeys extends InputAdapter {
    /** What keys do besides walking. */
    interface Commands {
        void talk();

        void inspect();

        void save();

        void load();
    }

    private final Commands commands;
    private final Set<Integer> held = new HashSet<>();

    PlayerKeys(Commands commands) {
        this.commands = commands;
    }

    @Override
    public boolean keyDown(int key) {
        switch (key) {
            case Keys.F1 -> commands.inspect();
            case Keys.F5 -> commands.save();
            case Keys.F9 -> commands.load();
            default -> held.add(key);
        }
        return true;
    }

    @Override
    public boolean keyUp(int key) {
        return held.remove(key);
    }

    /** E talks when its letter arrives, not when it goes down: or it would be the first one typed. */
    @Override
    public boolean keyTyped(char letter) {
        if (letter == 'e' || letter == 'E') {
            release();
            commands.talk();
            return true;
        }
        return false;
    }

    /** Forgets the keys that are held: while somebody types, their release arrives elsewhere. */
    void release() {
        held.clear();
    }

    /** Sets the player's target a step ahead, once per frame. */
    void walk(MarketWorld market) {
        int you = market.directory.you();
        Position at = market.world.getMapper(Position.class).get(you);
        int dx = axis(Keys.D, Keys.RIGHT) - axis(Keys.A, Keys.LEFT);
        int dy = axis(Keys.W, Keys.UP) - axis(Keys.S, Keys.DOWN);
        if (dx == 0 && dy == 0) {
            market.walks.stop(you);
        } else {
            market.walks.go(you, at.x + dx, at.y + dy);
        }
    }

    private int axis(int letter, int arrow) {
        return held.contains(letter) || held.contains(arrow) ? 1 : 0;
    }
}
