/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune;

import com.artemis.Component;
import com.artemis.World;
import com.artemis.WorldConfigurationBuilder;
import dev.triune.action.ActionCatalog;
import dev.triune.component.Mind;
import dev.triune.component.Needs;
import dev.triune.internal.schedule.AgentPicker;
import dev.triune.system.MindPlugin;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;

/** Prints the bytes of heap that an agent without a plan takes, and the classes they go into. */
public final class AgentFootprint {
    private static final int AGENTS_PER_TICK = 1_000;

    private AgentFootprint() {}

    /** Takes the number of agents. */
    public static void main(String[] args) throws Exception {
        int agents = Integer.parseInt(args[0]);
        World world = new World(new WorldConfigurationBuilder()
                .with(new MindPlugin(
                        QuietBroker.open(),
                        ActionCatalog.builder().action("rest", "").build()))
                .build());
        world.process();
        Map<String, Long> before = classes();
        long empty = used();
        for (int i = 0; i < agents; i++) {
            int agent = world.create();
            for (Class<? extends Component> type : List.of(Mind.class, Needs.class)) {
                world.getMapper(type).create(agent);
            }
            if (i % AGENTS_PER_TICK == 0) { // Artemis's buffers keep the size of the largest crowd
                world.process();
            }
        }
        for (int i = 0; i <= agents / AgentPicker.MAX_EXAMINED; i++) {
            world.process(); // until each agent was examined and waits for its first request
        }
        System.out.printf("%d bytes for an agent%n", (used() - empty) / agents);
        classes().forEach((type, bytes) -> {
            long each = (bytes - before.getOrDefault(type, 0L)) / agents;
            if (each > 0) {
                System.out.printf("%6d  %s%n", each, type);
            }
        });
        world.process(); // all of it is in use until here
    }

    /** The bytes of all objects of each class. */
    private static Map<String, Long> classes() throws Exception {
        Object[] all = {new String[0]};
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        all,
                        new String[] {String[].class.getName()});
        Map<String, Long> bytes = new LinkedHashMap<>();
        histogram.lines().map(line -> line.trim().split("\\s+")).forEach(columns -> {
            if (columns[0].endsWith(":")) {
                bytes.merge(columns[3], Long.parseLong(columns[2]), Long::sum);
            }
        });
        return bytes;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
