package dev.baton.server.cli;

/** One clear sentence; exit 1. */
final class CommandException extends RuntimeException {

    CommandException(String sentence) {
        super(sentence, null, false, false);
    }
}
