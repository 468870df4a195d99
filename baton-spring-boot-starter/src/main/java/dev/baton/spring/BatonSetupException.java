package dev.baton.spring;

/** The application cannot use Baton as it is set up. */
public class BatonSetupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    /**
     * @param problem one sentence: what is wrong
     * @param action one sentence: what to change
     */
    public BatonSetupException(String problem, String action) {
        super(problem);
        this.action = action;
    }

    /** What to change. */
    public String action() {
        return action;
    }
}
