package dev.baton.submissions.model;

/** The answer to an operator's cancel. */
public sealed interface Cancellation permits Cancellation.Cancelled, Cancellation.AlreadyOver, Cancellation.NotFound {

    /** It was pending and is cancelled now; a call under way may still finish and is recorded. */
    record Cancelled(Intent intent) implements Cancellation {}

    /** It had ended before; nothing was changed. */
    record AlreadyOver(Intent intent) implements Cancellation {}

    /** There is no such intent. */
    record NotFound() implements Cancellation {}
}
