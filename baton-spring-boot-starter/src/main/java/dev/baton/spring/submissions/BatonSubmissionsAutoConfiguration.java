package dev.baton.spring.submissions;

import dev.baton.Takeover;
import dev.baton.Tracing;
import dev.baton.spring.Payloads;
import dev.baton.spring.datasource.DataSources;
import dev.baton.spring.election.BatonAutoConfiguration;
import dev.baton.spring.election.CandidacyMapping;
import dev.baton.spring.election.RequestedRoles;
import dev.baton.spring.payloads.BatonPayloadsAutoConfiguration;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.tracing.BatonObservationAutoConfiguration;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionManagerBuilder;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Submissions, where {@code baton-submissions} is on the class path. */
@AutoConfiguration(
        after = {
            BatonAutoConfiguration.class,
            BatonPayloadsAutoConfiguration.class,
            BatonObservationAutoConfiguration.class
        })
@ConditionalOnClass(SubmissionManager.class)
@ConditionalOnProperty(
        name = {"baton.enabled", "baton.submissions.enabled"},
        matchIfMissing = true)
public class BatonSubmissionsAutoConfiguration {

    /** Told about the manager when it runs. */
    public interface ManagerListener extends Consumer<SubmissionManager> {}

    @Bean
    SchemaComponent batonSubmissionsSchema() {
        return SubmissionManager.SCHEMA;
    }

    @Bean
    SubmissionRunner batonSubmissionRunner(
            Baton baton,
            BatonProperties properties,
            RequestedRoles roles,
            ListableBeanFactory factory,
            ObjectProvider<Target> targets,
            ObjectProvider<GatewayKind> kinds,
            ObjectProvider<SubmissionListener> listeners,
            ObjectProvider<Tracing> tracing,
            ObjectProvider<ManagerListener> started) {
        DividedExecutor divided = new DividedExecutor(properties, factory);
        roles.ownedElsewhere(Set.of(SubmissionManager.ROLE));
        if (divided.isWanted()) {
            roles.dividedBesides(SubmissionManager.ROLE, divided.takesPart() ? divided.shards() : 0);
        }
        // it acts on the outside: nothing but its own property makes its takeover immediate
        Supplier<Candidacy> candidacy = () ->
                CandidacyMapping.candidacy(SubmissionManager.ROLE, properties.getElection(), baton, Takeover.EXCLUSIVE);
        SubmissionMapping mapping = new SubmissionMapping(properties.getSubmissions());
        BeanGateways beans = new BeanGateways(factory.getBeansOfType(Gateway.class));
        List<Target> more = targets.orderedStream().toList();
        return new SubmissionRunner(
                () -> {
                    SubmissionManagerBuilder builder = SubmissionManager.on(
                                    baton, mapping.settings(beans.beans().keySet(), more))
                            .kind(beans)
                            .tracing(tracing.getIfAvailable(() -> Tracing.NONE));
                    kinds.orderedStream().forEach(builder::kind);
                    listeners.orderedStream().forEach(builder::listener);
                    if (divided.isWanted()) {
                        divided.divide(builder, candidacy);
                    }
                    return builder;
                },
                () -> divided.isWanted() && !divided.takesPart()
                        ? candidacy.get().observing()
                        : candidacy.get(),
                manager -> started.stream().forEach(one -> one.accept(manager)));
    }

    @Bean
    TransactionalSubmissions batonSubmissions(
            DataSources sources, SubmissionRunner runner, ObjectProvider<Payloads> payloads) {
        return new TransactionalSubmissions(
                sources.application(), runner::manager, () -> BatonPayloadsAutoConfiguration.required(payloads));
    }
}
