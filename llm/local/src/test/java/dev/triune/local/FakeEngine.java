/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import dev.triune.llm.Message;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** An engine without a model: each character is a token, and a script writes the answer. */
class FakeEngine implements LocalEngine {
    private final Script script;
    private final CountDownLatch closed = new CountDownLatch(1);

    FakeEngine(Script script) {
        this.script = script;
    }

    /** Generates the answer to a prompt. */
    interface Script {
        boolean write(Generation what, String prompt, BooleanSupplier wanted, Consumer<String> out);
    }

    /** Writes a text in pieces of three characters; returns whether all of it was wanted. */
    static boolean write(String text, BooleanSupplier wanted, Consumer<String> out) {
        for (int i = 0; i < text.length() && wanted.getAsBoolean(); i += 3) {
            out.accept(text.substring(i, Math.min(text.length(), i + 3)));
        }
        return wanted.getAsBoolean();
    }

    @Override
    public String join(List<Message> messages) {
        return messages.stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @Override
    public int[] tokens(String text) {
        return text.chars().toArray();
    }

    @Override
    public boolean generate(Generation what, BooleanSupplier wanted, Consumer<String> pieces) {
        int[] tokens = what.tokens();
        return script.write(what, new String(tokens, 0, tokens.length), wanted, pieces);
    }

    @Override
    public void close() {
        closed.countDown();
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }
}
