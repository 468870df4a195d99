package dev.baton.jobs;

/** The run may not act any more: its claim is gone, or it was cancelled. */
public class ClaimLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClaimLostException(ClaimToken token, String why) {
        super("claim " + token + " is over: " + why);
    }
}
