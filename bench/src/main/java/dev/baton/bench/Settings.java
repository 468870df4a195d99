package dev.baton.bench;

/**
 * How thoroughly to measure.
 *
 * @param quick whether it is enough that everything runs once
 */
public record Settings(boolean quick) {

    /** The one or the other. */
    public int rounds(int thorough, int ifQuick) {
        return quick ? ifQuick : thorough;
    }
}
