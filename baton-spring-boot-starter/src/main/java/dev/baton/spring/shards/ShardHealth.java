package dev.baton.spring.shards;

import dev.baton.shards.Layout;
import dev.baton.shards.ShardPlace;
import dev.baton.shards.Shards;
import dev.baton.spring.actuator.HealthDetails;
import java.util.Map;
import java.util.Optional;

/** What health says of groups: one line for each, instead of one for each shard. */
final class ShardHealth implements HealthDetails {

    private final ShardRunner runner;

    ShardHealth(ShardRunner runner) {
        this.runner = runner;
    }

    @Override
    public void complete(Map<String, Object> details) {
        runner.all().forEach((group, shards) -> {
            for (ShardPlace place : shards.plan()) {
                details.remove("role." + place.role());
            }
            details.put("shards." + group, share(shards));
        });
    }

    private static String share(Shards shards) {
        Optional<Layout> layout = shards.layout();
        return layout.isEmpty()
                ? "waits for the database"
                : "leads " + shards.leading().size() + " of " + layout.get().shards();
    }
}
