package dev.baton.server.cli;

/** One clear sentence; exit 1. */
final class Refusal extends RuntimeException {

    Refusal(String sentence) {
        super(sentence, null, false, false);
    }
}
