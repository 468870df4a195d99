package dev.baton.fuzz;

import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.ConditionException;
import java.nio.charset.StandardCharsets;

/** The condition of an alert: refused in words, or one that names a metric. */
public final class AlertConditions {

    private AlertConditions() {}

    public static void fuzzerTestOneInput(byte[] input) {
        try {
            Condition condition = Condition.parse(new String(input, StandardCharsets.UTF_8));
            Expect.that(!condition.metric().isBlank(), "a condition about nothing");
        } catch (ConditionException refused) {
            Expect.that(!refused.getMessage().isBlank(), "refused without a word");
        }
    }
}
