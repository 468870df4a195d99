package dev.baton.server.openid;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.baton.server.config.OpenIdConfig;
import dev.baton.server.config.OpenIdConfig.Group;
import dev.baton.server.http.Scope;
import dev.baton.support.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads name, roles and scope from the claims of a verified token. Their texts come from outside all the same, and are bounded. */
final class Claims {

    private static final Pattern ODD = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}]");
    private static final int LONGEST_NAME = 100;

    private Claims() {}

    static Person person(JWTClaimsSet claims, OpenIdConfig config) {
        String name = text(claims, config.claims().name()).orElseGet(() -> String.valueOf(claims.getSubject()));
        Set<String> known = config.groups().stream().map(Group::name).collect(Collectors.toSet());
        List<String> groups = words(claims, config.claims().groups()).orElse(List.of()).stream()
                .filter(known::contains)
                .distinct()
                .toList();
        return new Person(plain(name), groups, scope(claims, config.claims()));
    }

    /** A provider that forgets the claim once must not lift the bounds: who has none has nothing, unless told otherwise. */
    private static Optional<Scope> scope(JWTClaimsSet claims, OpenIdConfig.Claims names) {
        Optional<Scope> without =
                names.scope().isPresent() && names.scopeNeeded() ? Optional.of(Scope.NONE) : Optional.empty();
        return names.scope()
                .flatMap(claim -> words(claims, claim))
                .map(Claims::scope)
                .or(() -> without);
    }

    private static String plain(String name) {
        String clean = ODD.matcher(name).replaceAll("?");
        return Texts.cut(clean, LONGEST_NAME);
    }

    /** {@code queue:NAME}, {@code target:NAME}, {@code role:NAME}; other words are for others. */
    private static Scope scope(List<String> words) {
        return new Scope(after("queue:", words), after("target:", words), after("role:", words));
    }

    private static List<String> after(String prefix, List<String> words) {
        return words.stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> word.substring(prefix.length()))
                .toList();
    }

    private static Optional<String> text(JWTClaimsSet claims, String path) {
        return value(claims.getClaims(), path).filter(String.class::isInstance).map(String.class::cast);
    }

    /** A list of texts, or a text with blanks between words. */
    private static Optional<List<String>> words(JWTClaimsSet claims, String path) {
        return value(claims.getClaims(), path).map(value -> {
            List<String> words = new ArrayList<>();
            if (value instanceof List<?> list) {
                list.forEach(one -> words.add(String.valueOf(one)));
            } else {
                words.addAll(List.of(String.valueOf(value).split(" ")));
            }
            return words;
        });
    }

    /** A claim of this very name, or one that its dots lead to. */
    private static Optional<Object> value(Map<?, ?> object, String path) {
        Object whole = object.get(path);
        int dot = path.indexOf('.');
        if (whole != null || dot < 0) {
            return Optional.ofNullable(whole);
        }
        return object.get(path.substring(0, dot)) instanceof Map<?, ?> inner
                ? value(inner, path.substring(dot + 1))
                : Optional.empty();
    }
}
