package dev.baton.server;

import dev.baton.server.cli.Commands;
import dev.baton.server.work.JudgedAddress;

/** The executable jar's beginning. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        JudgedAddress.permitHostHeader();
        System.exit(Commands.run(arguments));
    }
}
