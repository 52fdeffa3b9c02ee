/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.cli;

/** Texts of a web page. */
final class HtmlEscaper {
    private HtmlEscaper() {}

    /**
     * A text from anywhere as text of a page, in an element or in a quoted attribute: nothing in it
     * is markup, and no mark in it turns the direction of writing.
     */
    static String escape(String any) {
        String line = Terminal.sanitize(any);
        StringBuilder html = new StringBuilder(line.length() + 16);
        for (int i = 0; i < line.length(); i++) {
            char letter = line.charAt(i);
            switch (letter) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append(letter);
            }
        }
        return html.toString();
    }
}
