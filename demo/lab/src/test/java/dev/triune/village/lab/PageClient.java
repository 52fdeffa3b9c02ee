/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.village.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page that watches a village: its stream of events over real HTTP, and its commands. */
final class PageClient implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final InputStream body;
    private final int status;
    private final String url;

    /** One event of the stream. */
    record Event(String name, JsonNode data) {}

    /** Starts watching. */
    PageClient(String url) throws Exception {
        this.url = url;
        HttpResponse<InputStream> answer = client.send(
                HttpRequest.newBuilder(URI.create(url + "/events")).build(),
                HttpResponse.BodyHandlers.ofInputStream());
        status = answer.statusCode();
        body = answer.body();
        if (status == 200) {
            Thread reader = new Thread(this::read, "page under test");
            reader.setDaemon(true);
            reader.start();
        }
    }

    int status() {
        return status;
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, UTF_8))) {
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    events.add(new Event(name, JsonMapper.shared().readTree(line.substring(6))));
                }
            }
        } catch (IOException e) {
            events.add(new Event("gone", JsonMapper.shared().nullNode()));
        }
    }

    /** Waits for an event with the given name, past or future, and returns its data. */
    JsonNode first(String name) {
        return first(name, data -> true);
    }

    /** Waits for an event with the given name whose data meets a condition. */
    JsonNode first(String name, Predicate<JsonNode> wanted) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> events.stream()
                                .filter(event -> event.name().equals(name))
                                .map(Event::data)
                                .filter(wanted)
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    /** Waits for an event with the given name and returns the data of the newest. */
    JsonNode newest(String name) {
        JsonNode data = first(name);
        for (Event event : events) {
            data = event.name().equals(name) ? event.data() : data;
        }
        return data;
    }

    /** Sends a command; returns the status. */
    int send(Map<String, ?> command) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/commands"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        JsonMapper.shared().writeValueAsString(command)))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** Returns what is at a path. */
    String get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Subscribes to the details of a villager. */
    int inspect(int villager) throws Exception {
        String viewer = first("welcome").path("viewer").asString();
        return send(Map.of("do", "watch", "viewer", viewer, "villager", villager));
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
