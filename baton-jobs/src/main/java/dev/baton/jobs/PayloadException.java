package dev.baton.jobs;

/** A payload that its handler cannot read. Trying again would not help: the job becomes a dead letter at once. */
public class PayloadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PayloadException(String message) {
        super(message);
    }

    public PayloadException(String message, Throwable cause) {
        super(message, cause);
    }
}
