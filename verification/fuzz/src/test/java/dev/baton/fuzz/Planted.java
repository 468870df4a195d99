package dev.baton.fuzz;

/** A fault that only certain bytes reach, one comparison after the other. */
public final class Planted {

    private static final byte[] KEY = {'b', 'a', 't', 'o'};

    private Planted() {}

    public static void fuzzerTestOneInput(byte[] input) {
        int matched = 0;
        for (int i = 0; i < KEY.length && i < input.length && input[i] == KEY[i]; i++) {
            matched = step(matched);
        }
        if (matched == KEY.length) {
            throw new IllegalStateException("the planted fault");
        }
    }

    private static int step(int matched) {
        return switch (matched) {
            case 0 -> 1;
            case 1 -> 2;
            case 2 -> 3;
            default -> 4;
        };
    }
}
