package dev.baton.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The reports of Surefire below a folder: which tests of which suite there were, and which of them were skipped. */
record SuiteReports(Path root) {

    /** @param name with what it was given, where that was more than one */
    record Test(String name, boolean skipped) {}

    /** @param name without its package */
    record Suite(String name, List<Test> tests) {

        /** Its tests of this name, or on this database; all if it is empty. */
        Suite about(String member) {
            Pattern word = Pattern.compile("\\b" + Pattern.quote(member) + "\\b");
            return new Suite(
                    name,
                    tests.stream()
                            .filter(test -> member.isEmpty()
                                    || word.matcher(test.name()).find())
                            .toList());
        }
    }

    /** Of one suite of a module; of all if the name is empty. */
    List<Suite> of(String module, String suite) throws IOException {
        List<Suite> suites = new ArrayList<>();
        for (Path report : reports(root.resolve(module).resolve("target/surefire-reports"))) {
            String name = Repository.name(report).replaceFirst("\\.xml$", "").replaceFirst(".*\\.", "");
            if (suite.isEmpty() || suite.equals(name)) {
                suites.add(new Suite(name, read(report)));
            }
        }
        return suites;
    }

    private static List<Path> reports(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(file -> Repository.name(file).matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Test> read(Path report) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        List<Test> tests = new ArrayList<>();
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                if (xml.getLocalName().equals("testcase")) {
                    tests.add(new Test(xml.getAttributeValue(null, "name"), false));
                } else if (xml.getLocalName().equals("skipped")) {
                    Test last = tests.remove(tests.size() - 1);
                    tests.add(new Test(last.name(), true));
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("not a Surefire report: " + report, e);
        }
        return tests;
    }
}
