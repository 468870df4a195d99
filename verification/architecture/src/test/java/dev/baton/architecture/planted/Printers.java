package dev.baton.architecture.planted;

/** Write where a library must not. */
public final class Printers {
    private Printers() {}

    /** To standard output. */
    public static final class ToOut {
        static void say() {
            System.out.println("out");
        }
    }

    /** To standard error. */
    public static final class ToErr {
        static void say() {
            System.err.println("err");
        }
    }
}
