package dev.baton.spring.diagnostics;

import dev.baton.SetupRefusedException;
import dev.baton.spring.BatonSetupException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says in a sentence or two why the context did not start because of Baton, and what to change. */
public final class BatonFailureAnalyzer implements FailureAnalyzer {

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof BatonSetupException setup) {
                return new FailureAnalysis(setup.getMessage(), setup.action(), setup);
            }
            if (at instanceof SetupRefusedException refused) {
                return new FailureAnalysis(
                        "Baton cannot use this database as it is set up: " + refused.getMessage(),
                        "Change what the sentence above names, or switch Baton off with baton.enabled=false: then this"
                                + " instance leads nothing.",
                        refused);
            }
            if (at instanceof UnboundConfigurationPropertiesException unbound) {
                return UnknownProperties.analyze(unbound);
            }
        }
        return null;
    }
}
