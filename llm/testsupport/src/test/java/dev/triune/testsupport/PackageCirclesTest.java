/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Circles of packages are found where the compiler leaves no trace of them, too. */
class PackageCirclesTest {
    private static final String LOWER =
            "package p.lower;\nclass B {\n    static final int SIZE = 3;\n    %s\n}\n";

    private static PackageCircles read(String... sources) {
        PackageCircles circles = new PackageCircles();
        for (String source : sources) {
            circles.addSource(source);
        }
        return circles;
    }

    @Test
    void findsConstantsAndClassLiterals() {
        String constant = "package p;\nimport p.lower.B;\nclass A {\n    int size = B.SIZE;\n}\n";
        assertThat(read(constant, LOWER.formatted("")).packages()).isEmpty();
        assertThat(read(constant, LOWER.formatted("Object a = p.A.class;")).packages())
                .containsExactly("p", "p.lower");
        assertThat(read(
                                "package p;\nimport static p.lower.B.SIZE;\nclass A {\n    int s = SIZE;\n}\n",
                                "package p.lower;\nimport p.A;\nclass B {\n    A a;\n}\n")
                        .packages())
                .containsExactly("p", "p.lower");
    }

    @Test
    void ignoresCommentsAndStrings() {
        assertThat(read(
                                "package p;\nimport p.lower.B;\n/** A {@link B}. */\nclass A {}\n",
                                LOWER.formatted("String a = \"p.A\"; // p.A"))
                        .packages())
                .isEmpty();
    }
}
