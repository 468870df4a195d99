package dev.baton.spring.diagnostics;

import dev.baton.spring.properties.PropertyKeys;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A {@code baton.*} property that is not, or no longer, there: names it, and the one that was probably meant. */
final class UnknownProperties {

    private UnknownProperties() {}

    static FailureAnalysis analyze(UnboundConfigurationPropertiesException unbound) {
        Set<String> unknown = unbound.getUnboundProperties().stream()
                .map(property -> property.getName().toString())
                .filter(name -> name.startsWith("baton."))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (unknown.isEmpty()) {
            return null;
        }
        String names = String.join(", ", unknown);
        String meant = unknown.stream().map(UnknownProperties::nearest).collect(Collectors.joining(", "));
        return new FailureAnalysis(
                "There is no property " + names + ": it is misspelt, or no longer exists.",
                "Remove it, or use " + meant + ".",
                unbound);
    }

    private static String nearest(String unknown) {
        return PropertyKeys.all().stream()
                .min(Comparator.comparingInt(key -> distance(unknown, key)))
                .orElse("baton.enabled");
    }

    /** How many letters have to be added, dropped or changed. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
