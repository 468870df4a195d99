package dev.baton.server.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * As much of tar as PostgreSQL's archives and our backups use: plain files, folders, symbolic links, short names. Why it
 * is written here: docs/decisions/0070-tar-by-hand.md.
 */
final class Tar {

    private static final int BLOCK = 512;
    private static final int NAME = 100;

    private Tar() {}

    /** Unpacks everything below a folder; an entry that would leave it is refused. */
    static void unpack(InputStream in, Path folder) throws IOException {
        byte[] header = new byte[BLOCK];
        while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
            String prefix = text(header, 345, 155);
            String name = prefix.isEmpty() ? text(header, 0, NAME) : prefix + "/" + text(header, 0, NAME);
            Path target = folder.resolve(name).normalize();
            if (!target.startsWith(folder)) {
                throw new IOException("the archive holds '" + name + "', which lies outside of it");
            }
            long size = number(header, 124, 12);
            switch (header[156]) {
                case '5' -> Files.createDirectories(target);
                case '2' -> link(target, text(header, 157, NAME));
                case '0', 0 -> file(in, target, size, number(header, NAME, 8));
                default -> throw new IOException("the archive holds an entry of a kind that is not known: " + name);
            }
        }
    }

    private static void link(Path target, String to) throws IOException {
        if (to.contains("/") || to.contains("\\") || to.equals("..") || to.equals(".")) {
            throw new IOException("the archive links " + target + " to another folder");
        }
        Files.createDirectories(target.getParent());
        Files.deleteIfExists(target);
        Files.createSymbolicLink(target, Path.of(to));
    }

    private static void file(InputStream in, Path target, long size, long mode) throws IOException {
        Files.createDirectories(target.getParent());
        byte[] buffer = new byte[64 * 1024];
        long left = size;
        try (OutputStream out = Files.newOutputStream(target)) {
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    throw new IOException("the archive ends in the middle of " + target.getFileName());
                }
                out.write(buffer, 0, read);
                left -= read;
            }
        }
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
        if ((mode & 0100) != 0 && !target.toFile().setExecutable(true, false)) {
            throw new IOException("cannot make " + target + " executable");
        }
    }

    private static String text(byte[] header, int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        String octal = text(header, from, length).strip();
        try {
            return octal.isEmpty() ? 0 : Long.parseLong(octal, 8);
        } catch (NumberFormatException e) {
            throw new IOException("the archive is damaged: '" + octal + "' is no size", e);
        }
    }

    /** Writes a folder. */
    static void folder(OutputStream out, String name) throws IOException {
        out.write(header(name, 0, '5', 0700));
    }

    /**
     * Writes a file of exactly this size. One that shrinks meanwhile is filled up and one that grows is cut: the log that
     * goes with a backup puts both right.
     */
    static void file(OutputStream out, String name, InputStream content, long size) throws IOException {
        out.write(header(name, size, '0', 0600));
        byte[] buffer = new byte[64 * 1024];
        long left = size;
        while (left > 0) {
            int read = content.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                java.util.Arrays.fill(buffer, (byte) 0);
                read = (int) Math.min(left, buffer.length);
            }
            out.write(buffer, 0, read);
            left -= read;
        }
        out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
    }

    static void end(OutputStream out) throws IOException {
        out.write(new byte[2 * BLOCK]);
    }

    private static byte[] header(String name, long size, char kind, int mode) throws IOException {
        byte[] header = new byte[BLOCK];
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > NAME) {
            throw new IOException("the name '" + name + "' is too long for a backup");
        }
        System.arraycopy(bytes, 0, header, 0, bytes.length);
        put(header, NAME, String.format(Locale.ROOT, "%07o", mode));
        put(header, 124, String.format(Locale.ROOT, "%011o", size));
        put(header, 136, String.format(Locale.ROOT, "%011o", 0));
        header[156] = (byte) kind;
        put(header, 257, "ustar");
        put(header, 263, "00");
        put(header, 148, "        ");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xFF;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
