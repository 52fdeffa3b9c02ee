/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.tape;

import dev.triune.llm.AnswerPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Converts parts of answers to JSON and back to equal ones. Half a surrogate pair in a name, which
 * JSON readers reject, is escaped. Stateless.
 */
final class AnswerPartJson {
    private static final Pattern UNSAFE = Pattern.compile("[\\\\\\p{Cs}]");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(\\p{XDigit}{4})");

    private AnswerPartJson() {}

    static Map<String, Object> write(AnswerPart part) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (part instanceof AnswerPart.Text text) {
            json.put("text", text.delta());
        } else if (part instanceof AnswerPart.Action action) {
            json.put("action", action.type());
            json.put("fields", escaped(action.fields()));
        } else if (part instanceof AnswerPart.Speech speech) {
            json.put("speech", speech.text());
        } else if (part instanceof AnswerPart.Addressee to) {
            json.put("to", to.name());
        } else if (part instanceof AnswerPart.TalkEnd) {
            json.put("talkEnd", "");
        } else if (part instanceof AnswerPart.Later later) {
            json.put("later", later.text());
        } else if (part instanceof AnswerPart.AgreementNumber agreement) {
            json.put(agreement.kept() ? "keeps" : "drops", String.valueOf(agreement.number()));
        } else if (part instanceof AnswerPart.SpeechPiece piece) {
            json.put("speechPiece", piece.delta());
        } else if (part instanceof AnswerPart.Goal goal) {
            json.put("goal", goal.type());
            json.put("description", goal.description());
        } else if (part instanceof AnswerPart.Thought thought) {
            json.put("thought", thought.text());
        } else if (part instanceof AnswerPart.Unknown unknown) {
            json.put("unknown", unknown.key());
        } else if (part instanceof AnswerPart.ToolCall call) {
            json.put("toolCall", call.name());
            json.put("id", call.id());
            json.put("arguments", call.arguments());
            if (!call.extra().isEmpty()) {
                json.put("extra", call.extra());
            }
        } else if (part instanceof AnswerPart.Logprobs logprobs) {
            json.put("logprobs", logprobs.json());
        } else if (part instanceof AnswerPart.Refusal refusal) {
            json.put("refusal", refusal.delta());
        } else if (part instanceof AnswerPart.Malformed malformed) {
            json.put("malformed", malformed.reason());
        }
        return json;
    }

    private static Object escaped(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(AnswerPartJson::escaped).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((name, member) -> members.put(
                    UNSAFE.matcher((String) name).replaceAll(AnswerPartJson::escape),
                    escaped(member)));
            return members;
        }
        return value;
    }

    private static String escape(MatchResult unsafe) {
        return "\\\\" + HexFormat.of().toHexDigits(unsafe.group().charAt(0));
    }

    /** Reads a part; throws a RuntimeException if it is invalid. */
    static AnswerPart read(JsonNode node) {
        String variant = node.propertyNames().stream().findFirst().orElse("");
        String text = node.required(variant).stringValue();
        return switch (variant) {
            case "text" -> new AnswerPart.Text(text);
            case "action" -> new AnswerPart.Action(text, map(node.required("fields")));
            case "speech" -> new AnswerPart.Speech(text);
            case "to" -> new AnswerPart.Addressee(text);
            case "talkEnd" -> new AnswerPart.TalkEnd();
            case "later" -> new AnswerPart.Later(text);
            case "keeps", "drops" ->
                new AnswerPart.AgreementNumber(Integer.parseInt(text), variant.equals("keeps"));
            case "speechPiece" -> new AnswerPart.SpeechPiece(text);
            case "goal" ->
                new AnswerPart.Goal(text, node.required("description").stringValue());
            case "thought" -> new AnswerPart.Thought(text);
            case "unknown" -> new AnswerPart.Unknown(text);
            case "toolCall" -> {
                String id = node.required("id").stringValue();
                yield new AnswerPart.ToolCall(
                        id,
                        text,
                        node.required("arguments").stringValue(),
                        node.path("extra").stringValue(""));
            }
            case "logprobs" -> new AnswerPart.Logprobs(text);
            case "refusal" -> new AnswerPart.Refusal(text);
            case "malformed" -> new AnswerPart.Malformed(text);
            default -> throw new IllegalArgumentException("no part of an answer: " + variant);
        };
    }

    private static Map<String, Object> map(JsonNode node) {
        Map<String, Object> members = new LinkedHashMap<>();
        node.properties().forEach(member -> {
            String name = ESCAPED.matcher(member.getKey()).replaceAll(AnswerPartJson::unescape);
            members.put(name, value(member.getValue()));
        });
        return Collections.unmodifiableMap(members);
    }

    private static String unescape(MatchResult escaped) {
        char unit = (char) HexFormat.fromHexDigits(escaped.group(1));
        return Matcher.quoteReplacement(String.valueOf(unit));
    }

    private static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> node.stringValue();
            case NUMBER -> node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
            case BOOLEAN -> node.booleanValue();
            case ARRAY -> list(node);
            case OBJECT -> map(node);
            default ->
                throw new IllegalArgumentException("no value of an action: " + node.getNodeType());
        };
    }

    private static List<Object> list(JsonNode node) {
        List<Object> elements = new ArrayList<>();
        node.values().forEach(element -> elements.add(value(element)));
        return Collections.unmodifiableList(elements);
    }
}
