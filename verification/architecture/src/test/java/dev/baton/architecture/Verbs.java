package dev.baton.architecture;

import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;

/** Verbs that everybody uses for something else: who searches for the callers of such a method finds half the tree. */
final class Verbs {

    private static final Set<String> EVERYBODYS = Set.of("admit", "tell", "look");

    private Verbs() {}

    /** The public methods that are called by such a verb alone. */
    static List<String> alone(Source source) {
        List<String> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                boolean isPublic = method.getModifiers().getFlags().contains(Modifier.PUBLIC);
                if (isPublic && EVERYBODYS.contains(method.getName().toString())) {
                    found.add(source.name() + ": " + method.getName());
                }
                return super.visitMethod(method, null);
            }
        }.scan(source.unit(), null);
        return found;
    }
}
