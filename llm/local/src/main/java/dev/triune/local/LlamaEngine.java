/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import de.kherud.llama.LlamaModel;
import de.kherud.llama.LlamaOutput;
import de.kherud.llama.ModelParameters;
import dev.triune.llm.Message;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs llama.cpp with {@code de.kherud:llama}, whose parameters cannot choose a slot: calls use its
 * native methods, which accept the JSON of llama.cpp's server.
 */
final class LlamaEngine implements LocalEngine {
    /** The number of prompt tokens evaluated at once, which cannot be interrupted. */
    static final int BATCH = 128;

    private static final Logger LOG = Logger.getLogger(LlamaEngine.class.getName());
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern PLACE = Pattern.compile("@@([0-9]+)@@");

    private static final Method REQUEST = method("requestCompletion", String.class);
    private static final Method RECEIVE = method("receiveCompletion", int.class);
    private static final Method CANCEL = method("cancelCompletion", int.class);
    private static final Method RELEASE = method("releaseTask", int.class);
    private static final Field LAST = opened(() -> LlamaOutput.class.getDeclaredField("stop"));

    /** Closed models, for reuse with the same settings, as the library cannot free them. */
    private static final Map<List<Object>, LlamaModel> PARKED = new ConcurrentHashMap<>();

    private final LlamaModel model;
    private final List<Object> key;
    private final Pattern marks;

    private LlamaEngine(LlamaModel model, List<Object> key, List<String> marks) {
        this.model = model;
        this.key = key;
        this.marks = Pattern.compile(marks.stream()
                .filter(mark -> mark.length() > 1)
                .map(Pattern::quote)
                .reduce((a, b) -> a + "|" + b)
                .orElse("(?!)"));
    }

    /** Loads a model; an exception names the file and the error. */
    static LlamaEngine load(Path file, GgufHeader header, LocalSettings settings)
            throws IOException {
        List<Object> key = List.of(
                file.toRealPath(), header.bytes(), Files.getLastModifiedTime(file), settings);
        LlamaModel parked = PARKED.remove(key);
        LlamaModel model = parked == null ? open(file, header, settings) : parked;
        return new LlamaEngine(model, key, header.marks());
    }

    private static LlamaModel open(Path file, GgufHeader header, LocalSettings settings)
            throws IOException {
        LlamaNatives.prepare();
        LOG.info(() -> MemoryNeed.of(header, settings).line(file));
        try {
            return LlamaNatives.load(() -> new LlamaModel(parameters(file, settings)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(file + ": interrupted while it was loaded", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    e.getCause() instanceof LinkageError
                            ? LlamaNatives.missing(
                                    "they do not load; on Linux they need libgomp.so.1")
                            : file + ": llama.cpp cannot load it (expected an architecture that it"
                                    + " knows, not perhaps " + header.architecture() + ")",
                    e);
        }
    }

    private static ModelParameters parameters(Path file, LocalSettings settings) {
        ModelParameters parameters = new ModelParameters()
                .setModel(file.toString())
                .setCtxSize(settings.context() * settings.slots())
                .setParallel(settings.slots())
                .setThreads(settings.threads())
                .setThreadsBatch(settings.threads())
                .setBatchSize(BATCH)
                .setUbatchSize(BATCH)
                .setPoll(0)
                .disableContextShift()
                .skipWarmup()
                .disableLog();
        return settings.gpuLayers() == 0
                ? parameters
                : parameters.setGpuLayers(settings.gpuLayers());
    }

    /**
     * {@inheritDoc} The template is applied to placeholders only, as the library garbles emojis.
     */
    @Override
    public String join(List<Message> messages) {
        ArrayNode roles = JSON.createArrayNode();
        for (int i = 0; i < messages.size(); i++) {
            Message.Role role = messages.get(i).role();
            String name = role == Message.Role.TOOL ? "user" : role.name().toLowerCase(Locale.ROOT);
            roles.addObject().put("role", name).put("content", "@@" + i + "@@");
        }
        ObjectNode body = JSON.createObjectNode();
        body.set("messages", roles);
        String template = model.applyTemplate(body.toString());
        return PLACE.matcher(template)
                .replaceAll(place -> Matcher.quoteReplacement(
                        harmless(messages.get(Integer.parseInt(place.group(1))).text())));
    }

    /** Breaks up control tokens, so that no text can end its message and speak for others. */
    private String harmless(String text) {
        return marks.matcher(text).replaceAll(LlamaEngine::brokenUp);
    }

    private static String brokenUp(MatchResult mark) {
        String text = mark.group();
        return Matcher.quoteReplacement(text.charAt(0) + " " + text.substring(1));
    }

    @Override
    public int[] tokens(String text) {
        return model.encode(text);
    }

    @Override
    public boolean generate(Generation what, BooleanSupplier wanted, Consumer<String> pieces) {
        int[] tokens = what.tokens();
        for (int read = what.cached() + BATCH; read < tokens.length; read += BATCH) {
            ObjectNode part = request(Arrays.copyOf(tokens, read), what.slot(), 0);
            if (!wanted.getAsBoolean() || !run(part, () -> true, text -> {})) {
                return false;
            }
        }
        ObjectNode request = request(tokens, what.slot(), what.maxTokens());
        request.put("temperature", what.temperature());
        if (what.topP() != null) {
            request.put("top_p", what.topP());
        }
        if (what.seed() != null) {
            request.put("seed", what.seed() & 0x7fff_ffff);
        }
        if (!what.grammar().isEmpty()) {
            request.put("grammar", what.grammar());
        }
        what.stop().forEach(request.putArray("stop")::add);
        return wanted.getAsBoolean() && run(request, wanted, pieces);
    }

    /** Creates a request; its empty text lets llama.cpp add the token for the beginning, if any. */
    private static ObjectNode request(int[] tokens, int slot, int maxTokens) {
        ObjectNode request = JSON.createObjectNode()
                .put("id_slot", slot)
                .put("n_predict", maxTokens)
                .put("stream", true)
                .put("cache_prompt", true);
        ArrayNode prompt = request.putArray("prompt").add("");
        for (int token : tokens) {
            prompt.add(token);
        }
        return request;
    }

    private boolean run(ObjectNode request, BooleanSupplier wanted, Consumer<String> pieces) {
        Object task = call(REQUEST, request.toString());
        boolean ended = false;
        try {
            while (wanted.getAsBoolean()) {
                LlamaOutput output = (LlamaOutput) call(RECEIVE, task);
                ended = LAST.getBoolean(output);
                if (ended) {
                    return true;
                }
                pieces.accept(output.text);
            }
            return false;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } finally {
            call(ended ? RELEASE : CANCEL, task);
        }
    }

    /** Keeps the model for reuse, as the library cannot free it. */
    @Override
    public void close() {
        PARKED.put(key, model);
    }

    private Object call(Method method, Object argument) {
        try {
            return method.invoke(model, argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <M extends AccessibleObject> M opened(Callable<M> member) {
        try {
            M found = member.call();
            found.setAccessible(true);
            return found;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method method(String name, Class<?> parameter) {
        return opened(() -> LlamaModel.class.getDeclaredMethod(name, parameter));
    }
}
