package dev.baton.failures.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.util.Set;

/**
 * A bug that was there once, put back between the product and its driver: a statement as it used to be, a call that used
 * not to be made, an error that used to be taken for another. Each must be found.
 */
public enum PlantedBug {
    /** Nothing is planted. */
    NONE,

    /** Statements ran in whatever mode the pool lent the connection: acknowledged, and never committed. */
    AUTO_COMMIT_AS_LENT {
        @Override
        boolean isAutoCommitLeft() {
            return true;
        }
    },

    /** Connections without a network time-out: whoever waits for a lost answer waits for ever. */
    NO_TIMEOUT {
        @Override
        boolean isUnbounded() {
            return true;
        }
    },

    /** After a lost answer a job that had been done was enqueued once more. */
    ENQUEUED_AGAIN {
        @Override
        String planted(String statement, String text) {
            return statement.equals("has-run") ? text.replace("WHERE", "WHERE 1 = 0 AND") : text;
        }
    },

    /** A recurring job that was defined again began to count its claims anew, and collided with its old records. */
    CLAIMS_COUNTED_ANEW {
        @Override
        String planted(String statement, String text) {
            return statement.equals("define-insert") ? text.replaceAll("MAX\\(r.claim_number\\)", "MAX(0)") : text;
        }
    },

    /** An ending forgot that a cancellation had been asked for, which its worker had not heard of yet. */
    CANCEL_FORGOTTEN_AT_THE_END {
        @Override
        String planted(String statement, String text) {
            return switch (statement) {
                case "finish-update", "finish-other", "give-back" -> uncancelled(text);
                case "cancel-asked", "cancel-asked-of" -> text.replace("WHERE", "WHERE 1 = 0 AND");
                case "beat-lock" -> text.replace("SELECT cancel_requested", "SELECT 1 = 0");
                default -> text;
            };
        }
    },

    /** So did whoever took a job back from a worker that was lost. */
    CANCEL_FORGOTTEN_BY_RECLAIM {
        @Override
        String planted(String statement, String text) {
            return switch (statement) {
                case "reclaim" -> uncancelled(text);
                case "reclaim-select" -> text.replace(", cancel_requested", ", 1 = 0 AS cancel_requested");
                case "reclaim-free" -> text.replace("cancel_requested = (? = 1)", "(? = 1 OR 1 = 1)");
                default -> text;
            };
        }
    },

    /** A new definition shortened the lock of a run under way. */
    LOCK_SHORTENED {
        @Override
        String planted(String statement, String text) {
            return statement.equals("define-update")
                    ? text.replace("WHEN status = 'running' AND", "WHEN 1 = 0 AND")
                    : text;
        }
    },

    /** What a handler said went to the database as it was, which refused the heartbeat for it. */
    PROGRESS_AS_SAID {
        @Override
        Object bound(String statement, Object value) throws SQLException {
            if (statement.equals("beat") && value instanceof String text && text.startsWith("half way")) {
                throw new SQLException("invalid byte sequence", "22021");
            }
            return value;
        }
    },

    /** Text went through a code page that lacks most letters: ids that differ became one. */
    CODE_PAGE {
        @Override
        Object bound(String statement, Object value) {
            return value instanceof String text ? text.replaceAll("[^\\x00-\\x7F]", "?") : value;
        }
    },

    /** A payload was read as numbers and written again. */
    PAYLOAD_READ {
        @Override
        Object bound(String statement, Object value) {
            return value instanceof byte[] bytes && new String(bytes, UTF_8).contains("10.00")
                    ? new String(bytes, UTF_8).replace("10.00", "10.0").getBytes(UTF_8)
                    : value;
        }
    },

    /** Whoever took a job back from a lost worker forgot the attempts that it had cost. */
    ATTEMPTS_FORGOTTEN_BY_RECLAIM {
        @Override
        String planted(String statement, String text) {
            return statement.equals("reclaim-free") ? text.replace("SET status =", "SET attempt = 0, status =") : text;
        }
    },

    /** A shorter interval took effect when the longer one was over. */
    INTERVAL_SHORTENED_LATER {
        @Override
        String planted(String statement, String text) {
            return statement.equals("define-update")
                    ? text.replaceFirst("next_run_time = CASE WHEN \\? = 1", "next_run_time = CASE WHEN ? = 7")
                    : text;
        }
    },

    /** A unique key that was not stored: whoever asked again got another job. */
    UNIQUE_KEY_LOST {
        @Override
        Object bound(String statement, Object value) {
            return value instanceof String text && text.startsWith("ok:unique-") ? null : value;
        }
    },

    /** Retention that never comes to an end. */
    NOTHING_PRUNED {
        @Override
        String planted(String statement, String text) {
            return Set.of("prune-ended", "old-ended").contains(statement)
                    ? text.replace("WHERE", "WHERE 1 = 0 AND")
                    : text;
        }
    },

    /** The outcome of an intent whose row somebody held was taken for one that has moved on, and forgotten. */
    HELD_OUTCOME_FORGOTTEN {
        @Override
        String planted(String statement, String text) {
            return statement.equals("intents-under-way") ? text.replace("WHERE", "WHERE 1 = 0 AND") : text;
        }
    },

    /** One job that a constraint of the application's refused kept all others from being claimed, or removed for their age. */
    REFUSED_WITH_ALL_OTHERS {
        @Override
        String planted(String statement, String text) {
            return Set.of("claim-look", "prune-one").contains(statement)
                    ? text.replace("WHERE", "WHERE 1 = 0 AND")
                    : text;
        }
    },

    /** A server that takes no writes for a while was taken for data that it will never take. */
    READ_ONLY_IS_POISON {
        @Override
        SQLException told(SQLException error) {
            boolean readOnly = "25006".equals(error.getSQLState())
                    || error.getErrorCode() == 1290
                    || error.getErrorCode() == 90097;
            return readOnly ? new SQLException(error.getMessage(), "22000") : error;
        }
    };

    boolean isAutoCommitLeft() {
        return false;
    }

    boolean isUnbounded() {
        return false;
    }

    String planted(String statement, String text) {
        return text;
    }

    SQLException told(SQLException error) {
        return error;
    }

    Object bound(String statement, Object value) throws SQLException {
        return value;
    }

    private static String uncancelled(String text) {
        return text.replaceAll("(?i)(WHEN|AND|OR \\() *((j|r|a)\\.)?cancel_requested( = (true|1))?\\b", "$1 1 = 0");
    }
}
