/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The program of a model server: found for this machine, and checked before it is started. */
final class ServerBinary {
    private static final int HEAD_BYTES = 20;

    /** The machines in the header of an ELF file. */
    private static final Map<Integer, String> ELF_MACHINES = Map.of(62, "x86_64", 183, "aarch64");

    private final String system;
    private final String machine;

    private ServerBinary(String system, String machine) {
        this.system = system;
        this.machine = machine;
    }

    /** Returns the rules of this machine. */
    static ServerBinary ofThisMachine() {
        return of(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /** Returns the rules of a machine, by the names that Java has for it. */
    static ServerBinary of(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system =
                os.startsWith("windows") ? "windows" : os.contains("mac") ? "macos" : "linux";
        String machine = switch (osArch.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> osArch;
        };
        return new ServerBinary(system, machine);
    }

    /** Returns the name of the folder for this machine, such as {@code linux-x86_64}. */
    String platform() {
        return system + "-" + machine;
    }

    boolean isWindows() {
        return system.equals("windows");
    }

    /**
     * Returns the program to start.
     *
     * @param server the program itself, or a folder with one folder for each platform
     * @throws IOException with one line, if there is none, or it cannot run here
     */
    Path find(Path server) throws IOException {
        Path program = server;
        if (Files.isDirectory(server)) {
            String name = isWindows() ? "llama-server.exe" : "llama-server";
            program = server.resolve(platform()).resolve(name);
        }
        if (!Files.isRegularFile(program)) {
            throw new IOException(program + ": there is no such file (expected the program"
                    + " llama-server, or a folder with one in " + platform() + ")");
        }
        String other = platformOf(program);
        if (!other.isEmpty()) {
            throw new IOException(program + ": is a program for " + other + " (expected one for "
                    + platform() + ")");
        }
        if (!Files.isExecutable(program)) {
            throw new IOException(program + ": is not executable (run chmod +x " + program + ")");
        }
        return program.toAbsolutePath();
    }

    /** Returns the other platform that a program is for; empty if it may run here. */
    private String platformOf(Path program) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(program)) {
            head = in.readNBytes(HEAD_BYTES);
        }
        String kind = systemOf(head);
        if (!kind.isEmpty() && !kind.equals(system)) {
            return kind;
        }
        if (kind.equals("linux") && head.length == HEAD_BYTES) {
            int number = (head[18] & 0xff) | (head[19] & 0xff) << 8;
            String made = ELF_MACHINES.getOrDefault(number, "machine " + number);
            return made.equals(machine) ? "" : "linux-" + made;
        }
        return "";
    }

    /** Returns the system whose programs begin so; empty if unknown, such as for a script. */
    private static String systemOf(byte[] head) {
        if (begins(head, 0x7f, 'E', 'L', 'F')) {
            return "linux";
        }
        if (begins(head, 'M', 'Z')) {
            return "windows";
        }
        boolean mac = begins(head, 0xcf, 0xfa, 0xed, 0xfe) || begins(head, 0xca, 0xfe, 0xba, 0xbe);
        return mac ? "macos" : "";
    }

    private static boolean begins(byte[] head, int... bytes) {
        if (head.length < bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if ((head[i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
