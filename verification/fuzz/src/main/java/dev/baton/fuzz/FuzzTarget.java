package dev.baton.fuzz;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is fed. */
enum FuzzTarget {
    JSON(JsonBodies.class, JsonBodies::fuzzerTestOneInput),
    TOML(ConfigurationFiles.class, ConfigurationFiles::fuzzerTestOneInput),
    CRON(CronTexts.class, CronTexts::fuzzerTestOneInput),
    CONDITION(AlertConditions.class, AlertConditions::fuzzerTestOneInput),
    GATEWAY(GatewayAnswers.class, GatewayAnswers::fuzzerTestOneInput),
    HTTP(HttpRequests.class, HttpRequests::fuzzerTestOneInput);

    private final Class<?> type;

    @SuppressWarnings("ImmutableEnumChecker") // a method without state
    private final Feeding feeding;

    FuzzTarget(Class<?> type, Feeding feeding) {
        this.type = type;
        this.feeding = feeding;
    }

    @FunctionalInterface
    interface Feeding {
        void feed(byte[] input) throws Exception;
    }

    /** Returns if the program took or refused the input as it should. */
    void feed(byte[] input) throws Exception {
        feeding.feed(input);
    }

    Class<?> type() {
        return type;
    }

    /** As it is called on the command line, and its folder in the corpus. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static FuzzTarget of(String label) {
        return Arrays.stream(values())
                .filter(target -> target.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no '" + label + "', but "
                        + Arrays.stream(values()).map(FuzzTarget::label).collect(Collectors.joining(", "))));
    }
}
