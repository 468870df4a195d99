package dev.baton.server.cli.remote;

/** One clear sentence; exit 1. */
public final class CommandException extends RuntimeException {

    public CommandException(String sentence) {
        super(sentence, null, false, false);
    }
}
