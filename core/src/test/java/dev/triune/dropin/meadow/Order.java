/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.dropin.meadow;

/** One thing to do, and what became of it. */
public final class Order {
    /** What a creature can be ordered to do. */
    public enum Kind {
        MOVE,
        EAT,
        CHOP
    }

    public final Kind kind;
    public final float x;
    public final float y;
    public int amount;
    public boolean done;
    public String failure = "";

    private Order(Kind kind, float x, float y, int amount) {
        this.kind = kind;
        this.x = x;
        this.y = y;
        this.amount = amount;
    }

    /** Go there. */
    public static Order move(float x, float y) {
        return new Order(Kind.MOVE, x, y, 0);
    }

    /** Eat that many berries of the nearest bush, or until full. */
    public static Order eat(int berries) {
        return new Order(Kind.EAT, 0, 0, berries);
    }

    /** Cut that much wood at the nearest tree. */
    public static Order chop(int wood) {
        return new Order(Kind.CHOP, 0, 0, wood);
    }

    @Override
    public String toString() {
        return kind + " " + x + " " + y + " " + amount;
    }
}
