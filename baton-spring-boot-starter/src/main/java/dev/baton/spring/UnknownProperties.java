package dev.baton.spring;

import java.beans.BeanInfo;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.ResolvableType;

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
        return keys().stream()
                .min(Comparator.comparingInt(key -> distance(unknown, key)))
                .orElse("baton.enabled");
    }

    /** Every key that can be set, in the spelling of property files. */
    static Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        collect("baton", BatonProperties.class, keys);
        return keys;
    }

    private static void collect(String prefix, Class<?> type, Set<String> keys) {
        try {
            BeanInfo bean = Introspector.getBeanInfo(type, Object.class);
            for (PropertyDescriptor property : bean.getPropertyDescriptors()) {
                String key = prefix + "." + dashed(property.getName());
                Optional<Class<?>> named = named(property);
                if (named.isPresent()) {
                    collect(key + ".NAME", named.get(), keys);
                } else if (isNested(property.getPropertyType())) {
                    collect(key, property.getPropertyType(), keys);
                } else {
                    keys.add(key);
                }
            }
        } catch (IntrospectionException e) {
            throw new IllegalStateException("the properties cannot be listed", e);
        }
    }

    private static boolean isNested(Class<?> type) {
        return type.getName().endsWith("Properties");
    }

    /** What each entry of a map is, if it has properties of its own. */
    private static Optional<Class<?>> named(PropertyDescriptor property) {
        ResolvableType values = ResolvableType.forMethodReturnType(property.getReadMethod())
                .asMap()
                .getGeneric(1);
        return Optional.<Class<?>>of(values.toClass()).filter(UnknownProperties::isNested);
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
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
