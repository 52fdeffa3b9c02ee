/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.llm.internal.json;

import java.util.Random;

/** Answers as a model might give them, whole and broken, by seeded chance. */
final class GeneratedAnswers {
    private static final String[] PROSE = {
        "Sure: ",
        "{maybe} ",
        "{\"so\" ",
        "{ \"a\": tru",
        "<think>{\"action\":\"run\"}</think>",
        "<thi",
        "```json\n",
        "😀 ",
        "\ud83d",
        "\ude00",
        "é€ ",
        "{",
        "{\"x\": 1.5f ",
        "\n",
        "\uFEFF"
    };
    private static final String[] KEYS = {
        "action",
        "speaking",
        "goal",
        "thinking",
        "type",
        "description",
        "a_name_of_many_letters",
        "",
        "é",
        "\\u00e9\\\"",
        "😀"
    };
    private static final String[] SCALARS = {
        "0",
        "-0",
        "7",
        "-12",
        "1.5",
        "-0.25e-3",
        "2E+7",
        "1e5",
        "12345678901234567890",
        "true",
        "false",
        "null",
        "\"\"",
        "\"wave. Bye.\"",
        "\"\\u00e9\\n\\\"\\ud83d\\ude00\"",
        "\"😀é€\"",
        // invalid JSON, or JSON only for a lenient parser
        "01",
        "1.",
        "1.5f",
        "1.5.2",
        "1e",
        "-",
        "+1",
        ".5",
        "truex",
        "nul",
        "NaN",
        "'a'",
        "\"\\x\"",
        "\"\\u00g0\"",
        "\"a\tb\"",
        "\"\ud83d\"",
        "1e999",
        "#",
        "/*",
        "1d"
    };
    private static final int SOUND_SCALARS = 16;
    private static final String[] GAPS = {"", "", "", " ", "\n  ", "\t"};
    private static final String NOISE =
            "{}[]\":,<>/\\ \n0123456789.eE+-tfnurldF\u0000\u007fé€\ud83d\ude00";

    private final Random random;

    GeneratedAnswers(Random random) {
        this.random = random;
    }

    /** The next answer; every other one is damaged somewhere. */
    String next() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(any(PROSE));
        }
        object(text, 0);
        text.append(random.nextBoolean() ? " ``` done {\"a\":1}" : "");
        for (int i = random.nextBoolean() ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            damage(text);
        }
        return text.toString();
    }

    private void object(StringBuilder text, int depth) {
        text.append('{');
        for (int i = random.nextInt(5); i >= 0; i--) {
            text.append(gap())
                    .append('"')
                    .append(any(KEYS))
                    .append('"')
                    .append(gap())
                    .append(':');
            value(text, depth);
            text.append(i > 0 || oneIn(8) ? "," : "");
        }
        text.append(gap()).append('}');
    }

    private void value(StringBuilder text, int depth) {
        text.append(gap());
        int form = random.nextInt(4);
        if (depth < 4 && form == 0) {
            object(text, depth + 1);
        } else if (depth < 4 && form == 1) {
            list(text, depth + 1);
        } else {
            text.append(SCALARS[random.nextInt(oneIn(12) ? SCALARS.length : SOUND_SCALARS)]);
        }
        text.append(gap());
    }

    private void list(StringBuilder text, int depth) {
        text.append('[');
        for (int i = random.nextInt(4); i > 0; i--) {
            value(text, depth);
            text.append(i > 1 || oneIn(8) ? "," : "");
        }
        text.append(gap()).append(']');
    }

    private void damage(StringBuilder text) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
            case 0 -> text.insert(at, NOISE.charAt(random.nextInt(NOISE.length())));
            case 1 -> text.setCharAt(at, NOISE.charAt(random.nextInt(NOISE.length())));
            case 2 -> text.insert(at, any(PROSE));
            default -> text.delete(at, at + 1 + random.nextInt(3));
        }
        if (text.length() == 0) {
            text.append('{');
        }
    }

    private String gap() {
        return any(GAPS);
    }

    private String any(String[] choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }
}
