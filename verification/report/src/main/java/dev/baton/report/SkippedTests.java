package dev.baton.report;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints which tests of a build were skipped, each with its reason, from the Surefire reports of all its modules.
 *
 * <p>Reports that are older than the build are left out: they speak of another one.
 */
public final class SkippedTests {
    private final int tests;
    private final List<Skip> skips;

    private SkippedTests(int tests, List<Skip> skips) {
        this.tests = tests;
        this.skips = List.copyOf(skips);
    }

    /**
     * Prints the skips of one build.
     *
     * @param args the root directory of the build, and the instant at which it began
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: SkippedTests <root directory> <start of the build>");
        }
        readFrom(Path.of(args[0]), Instant.parse(args[1])).print(System.out);
    }

    /** Reads the reports under {@code root} that were written at {@code since} or later. */
    static SkippedTests readFrom(Path root, Instant since) throws IOException {
        int tests = 0;
        List<Skip> skips = new ArrayList<>();
        for (Path report : reportsUnder(root, since)) {
            tests += read(report, skips);
        }
        return new SkippedTests(tests, skips);
    }

    void print(PrintStream out) {
        if (tests == 0) {
            out.println("no test ran");
        } else if (skips.isEmpty()) {
            out.println("every test ran");
        } else {
            skips.forEach(skip -> out.println("not run here: " + skip.test() + ": " + skip.reason()));
        }
        out.flush();
    }

    private static List<Path> reportsUnder(Path root, Instant since) throws IOException {
        List<Path> reports = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                return dir.equals(root) || mayHoldReports(dir)
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isReport(file) && !attributes.lastModifiedTime().toInstant().isBefore(since)) {
                    reports.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (isReport(file)) {
                    throw failure;
                }
                return FileVisitResult.CONTINUE; // say, the private directory of a database
            }
        });
        Collections.sort(reports);
        return reports;
    }

    private static boolean mayHoldReports(Path dir) {
        String name = dir.getFileName().toString();
        String parent = dir.getParent().getFileName().toString();
        return parent.equals("target") ? name.equals("surefire-reports") : !name.startsWith(".") && !name.equals("src");
    }

    private static boolean isReport(Path file) {
        String name = file.getFileName().toString();
        return file.getParent().endsWith(Path.of("target", "surefire-reports"))
                && name.startsWith("TEST-")
                && name.endsWith(".xml");
    }

    /** Adds the skips of one report to {@code skips}, and returns how many tests it speaks of. */
    private static int read(Path report, List<Skip> skips) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        int tests = 0;
        String test = "";
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                if (xml.getLocalName().equals("testcase")) {
                    tests++;
                    test = xml.getAttributeValue(null, "classname") + "." + xml.getAttributeValue(null, "name");
                } else if (xml.getLocalName().equals("skipped")) {
                    String message = xml.getAttributeValue(null, "message");
                    String type = xml.getAttributeValue(null, "type");
                    skips.add(new Skip(test, message != null ? oneLine(message) : reason(type, xml.getElementText())));
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("not a Surefire report: " + report, e);
        }
        return tests;
    }

    /** The message of the exception at the head of a stack trace, without what every failed assumption says. */
    private static String reason(String type, String stackTrace) {
        String message = oneLine(
                stackTrace.lines().takeWhile(line -> !line.startsWith("\tat ")).collect(joining(" ")));
        message = withoutPrefix(message, type + ":");
        message = withoutPrefix(message, "Assumption failed:");
        return message.isEmpty() || message.equals(type) ? "no reason given" : message;
    }

    private static String withoutPrefix(String text, String prefix) {
        return text.startsWith(prefix) ? text.substring(prefix.length()).strip() : text;
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private record Skip(String test, String reason) {}
}
