package dev.baton.spring.actuator;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What health says, for either version of Spring Boot. Followers are as healthy as leaders; only a database that does not
 * answer is not.
 *
 * @param error what the database said, or null
 */
record HealthReport(Map<String, Object> details, SQLException error) {

    static HealthReport of(Baton baton, Iterable<HealthDetails> more) {
        Map<String, Object> details = new TreeMap<>();
        details.put("node", baton.nodeId());
        details.put("holderId", baton.holderId());
        for (Campaign campaign : baton.campaigns()) {
            details.put("role." + campaign.role(), LeadershipEndpoint.mode(campaign));
        }
        more.forEach(part -> part.complete(details));
        try {
            baton.leadership().leaders();
            return new HealthReport(details, null);
        } catch (SQLException e) {
            details.put("database", "down");
            return new HealthReport(details, e);
        }
    }
}
