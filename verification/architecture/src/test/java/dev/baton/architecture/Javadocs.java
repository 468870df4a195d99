package dev.baton.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/** Public types, and what is written about them. */
final class Javadocs {

    /** One comment right behind another one: compilers from 23 on warn of it, and a warning ends our build there. */
    private static final Pattern TWO_IN_A_ROW = Pattern.compile("\\*/\\s*/\\*\\*");

    private Javadocs() {}

    /** The public types of a file, nested ones too, that have no documentation. */
    static List<String> undocumented(Source source) {
        List<String> found = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                boolean open = type.getModifiers().getFlags().contains(Modifier.PUBLIC);
                if (open && source.trees().getDocComment(getCurrentPath()) == null) {
                    found.add(source.name() + ": " + type.getSimpleName());
                }
                return super.visitClass(type, null);
            }
        }.scan(source.unit(), null);
        return found;
    }

    /** Whether a comment documents nothing, since the next one follows it. */
    static boolean hasOneThatDocumentsNothing(String text) {
        return TWO_IN_A_ROW.matcher(text).find();
    }

    /** Whether a package-info says anything. */
    static boolean tellsOfItsPackage(Source packageInfo) {
        return packageInfo.text().stripLeading().startsWith("/**");
    }
}
