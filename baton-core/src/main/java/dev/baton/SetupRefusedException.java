package dev.baton;

/** The database or the configuration cannot give what was asked; the message says what is wrong and how to mend it. */
public class SetupRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SetupRefusedException(String message) {
        super(message);
    }

    public SetupRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
