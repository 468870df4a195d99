package dev.baton.chaos.cluster;

/** One server of a database, and what can happen to it from outside. */
public interface Server {

    /** Ends it at once, as the death of its machine would. */
    void kill();

    /** Starts it again. */
    void start();

    /** Has it stand still: connections are accepted by the kernel, and nobody says a word. */
    void pause();

    void resume();
}
