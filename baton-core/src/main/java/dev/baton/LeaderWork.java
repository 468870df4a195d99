package dev.baton;

/** What an instance does while it leads. Called once per term, on a thread of its own. */
@FunctionalInterface
public interface LeaderWork {

    /**
     * Leads. Returns when {@link Term#isOver()}, or earlier to give the role up: an instance whose work has ended,
     * normally or by an exception, releases the role and stands for it again after a pause.
     *
     * <p>The thread is interrupted when the term is lost, and when it is left and the work has not finished in time.
     */
    void lead(Term term) throws Exception;
}
