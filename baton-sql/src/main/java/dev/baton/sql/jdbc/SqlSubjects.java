package dev.baton.sql.jdbc;

import java.util.List;

/**
 * What a module has statements about. Each subject is a file {@code <folder>/<dialect>/<subject>.sql}, and one in
 * {@code <folder>/common} for the statements that are the same on every database. The subjects are named in code because
 * the resources of a module cannot be listed.
 *
 * @param anchor a class of the module that the files belong to
 * @param folder where the folders of the dialects lie, from the root of the module's resources
 * @param names the subjects
 */
public record SqlSubjects(Class<?> anchor, String folder, List<String> names) {

    public SqlSubjects {
        names = List.copyOf(names);
    }

    /** The subjects whose folders lie beside a class. */
    public static SqlSubjects beside(Class<?> anchor, String... names) {
        return new SqlSubjects(anchor, "/" + anchor.getPackageName().replace('.', '/'), List.of(names));
    }
}
