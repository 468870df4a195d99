package dev.baton.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TellableErrorTest {

    @Test
    void anErrorThatTellsWhatItIsAboutStaysAsItIs() {
        Exception first = new Exception("first");
        Exception second = new Exception("second", first);
        first.initCause(second); // a circle
        assertThat(TellableError.of(second)).isSameAs(second);
    }

    @Test
    void oneThatThrowsWhenItIsAskedIsNamed() {
        assertThat(TellableError.of(new Mute()))
                .hasMessageContaining(Mute.class.getName())
                .hasMessageContaining("UnsupportedOperationException");
    }

    @Test
    void soIsOneOfWhichAPartDoes() {
        Exception suppressing = new Exception("a part");
        suppressing.addSuppressed(new Mute());
        assertThat(TellableError.of(new Exception("whole", suppressing))).hasMessageContaining("cannot tell");
        assertThat(TellableError.of(new Exception("whole", new Mute()))).hasMessageContaining("cannot tell");
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException();
        }
    }
}
