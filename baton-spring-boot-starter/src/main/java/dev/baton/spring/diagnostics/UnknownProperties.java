package dev.baton.spring.diagnostics;

import dev.baton.spring.properties.PropertyKeys;
import dev.baton.support.SimilarWords;
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
        return SimilarWords.nearest(unknown, PropertyKeys.all(), 1).get(0);
    }
}
