package dev.baton.spring.properties;

import java.beans.BeanInfo;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.core.ResolvableType;

/** The keys of {@link BatonProperties}, for whoever has to name one. */
public final class PropertyKeys {

    private PropertyKeys() {}

    /** Every key that can be set, in the spelling of property files. */
    public static Set<String> all() {
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
        return Optional.<Class<?>>of(values.toClass()).filter(PropertyKeys::isNested);
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
