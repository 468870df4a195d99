package dev.baton.chaos.hostile;

import dev.baton.chaos.cluster.Database;
import java.io.IOException;
import java.sql.SQLException;
import java.util.UUID;

/** First some jobs, each as heavy as a payload may be and for a time that never comes, then everybody who reads them. */
public final class StoredPoison implements Attack {

    private static final int JOBS = 10;
    private static final String NAME = "poison";
    private static final String PAYLOAD = "[" + ("[".repeat(50) + "]".repeat(50) + ",").repeat(1_800) + "0]";

    private int stored;

    @Override
    public int round(Stranger stranger) throws IOException {
        if (stored < JOBS) {
            stored++;
            return stranger.ask(Attacks.post(
                    "/v1/jobs",
                    Attacks.authorized(),
                    "{\"job\": \"" + NAME + "\", \"handler\": \"chaos\", \"uniqueKey\": \"" + UUID.randomUUID()
                            + "\", \"runAt\": \"2199-01-01T00:00:00Z\", \"payload\": " + PAYLOAD + "}"));
        }
        String list = Attacks.get("/v1/jobs?limit=1000", Attacks.authorized().strip());
        stranger.sendAndVanish(list);
        return stranger.ask(list);
    }

    /** Nobody would ever run them. */
    public static void remove(Database database) throws SQLException {
        database.run("DELETE FROM baton_jobs WHERE job_name = '" + NAME + "'");
    }
}
