package dev.baton.server;

import dev.baton.server.cli.Commands;

/** The executable jar's beginning. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(Commands.run(arguments));
    }
}
