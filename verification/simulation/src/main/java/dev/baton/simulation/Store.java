package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.election.Request;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import dev.baton.spi.Succession;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** The verbs of {@link dev.baton.spi.LeaderStore}, each a chain of statements with a round trip between any two. */
final class Store {

    private final SimulatedElector elector;
    private final Strategy strategy;
    private final Sql sql;
    private Connection connection;
    private Consumer<Outcome> reply;

    Store(SimulatedElector elector) {
        this.elector = elector;
        this.strategy = elector.strategy();
        this.sql = elector.sql();
    }

    /** The connection that carries the session lock, or null. */
    Connection connection() {
        return connection;
    }

    void send(Request request, Consumer<Outcome> answerTo) {
        reply = answerTo;
        if (connection == null) {
            connection = elector.connect();
        }
        if (request instanceof Request.Await await) {
            await(await.patience());
        } else if (request instanceof Request.Take take) {
            take(take.bid());
        } else if (request instanceof Request.Renew renew) {
            renew(renew.token(), renew.opened());
        } else if (request instanceof Request.Release release) {
            release(release.token(), release.departure());
        } else if (request instanceof Request.Evict evict) {
            evict(evict.holder());
        }
    }

    void disconnect() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }

    private void await(Duration patience) {
        ask(sql.lockSeat(patience.toNanos()), granted -> {
            if (granted == Sql.OK) {
                answer(new Outcome.Granted());
            } else {
                ask(sql.look(), seen -> answer(new Outcome.HeldBy(holder((Look) seen))));
            }
        });
    }

    private Sighting holder(Look look) {
        return look.row().isPresent() ? look.row().get().sighting() : Sighting.nobody(Duration.ZERO);
    }

    /** With strategy {@code lease} most bids end at a plain read, which disturbs nobody. */
    private void take(Bid bid) {
        if (strategy instanceof Strategy.Session) {
            takeExclusively(bid);
            return;
        }
        ask(sql.look(), seen -> {
            if (judge((Look) seen, bid) instanceof Succession.Denied denied) {
                answer(denied.outcome());
            } else {
                takeExclusively(bid);
            }
        });
    }

    private void takeExclusively(Bid bid) {
        boolean rowLock = elector.world().bug() != Bug.TAKE_WITHOUT_ROW_LOCK;
        ask(
                Sql.BEGIN,
                begun -> ask(
                        sql.lockFence(true, strategy.callTimeout().toNanos()),
                        locked -> ask(rowLock ? sql.lookForUpdate() : sql.look(), seen -> decide((Look) seen, bid))));
    }

    private void decide(Look look, Bid bid) {
        Succession.Verdict verdict = judge(look, bid);
        if (verdict instanceof Succession.Denied denied) {
            ask(Sql.ROLLBACK, done -> answer(denied.outcome()));
        } else if (verdict instanceof Succession.Granted granted) {
            Connection own = connection;
            elector.whenPlanted(Bug.TAKE_WITHOUT_ROW_LOCK, () -> write(bid, granted, own));
        }
    }

    private void write(Bid bid, Succession.Granted granted, Connection own) {
        if (connection == own) {
            ask(sql.writeTerm(bid, granted), row -> ask(Sql.COMMIT, done -> answer(acquired(bid, granted, (Row) row))));
        }
    }

    private Outcome acquired(Bid bid, Succession.Granted granted, Row row) {
        boolean impatient = elector.world().bug() == Bug.NO_TRUST_WINDOW;
        return new Outcome.Acquired(
                new LeaderToken(bid.role(), bid.holderId(), granted.epoch()),
                instant(row.expiresAt()),
                impatient ? Duration.ZERO : granted.quiet(),
                granted.ended().isPresent());
    }

    private static Succession.Verdict judge(Look look, Bid bid) {
        return Succession.judge(look.row(), bid, look.now(), look.preferred());
    }

    private void renew(LeaderToken token, boolean opened) {
        ask(
                sql.renew(token, opened),
                row -> answer(
                        row == Sql.NO_SUCH_TERM
                                ? new Outcome.Lost("the row is not held under this term")
                                : new Outcome.Renewed(instant(((Row) row).expiresAt()))));
    }

    private void release(LeaderToken token, Departure departure) {
        ask(
                Sql.BEGIN,
                begun -> ask(sql.release(token, departure), marked -> {
                    if (marked == Sql.NO_SUCH_TERM) {
                        ask(Sql.ROLLBACK, done -> answer(new Outcome.Lost("the row is not held under this term")));
                    } else {
                        ask(Sql.COMMIT, done -> unlock());
                    }
                }));
    }

    private void unlock() {
        if (strategy instanceof Strategy.Session) {
            ask(sql.unlockSeat(), done -> answer(new Outcome.Released()));
        } else {
            answer(new Outcome.Released());
        }
    }

    /** The record first, then the kill of exactly the session that was chosen under the row's lock. */
    private void evict(Sighting holder) {
        ask(
                Sql.BEGIN,
                begun -> ask(sql.chooseVictim(holder), victim -> {
                    if (victim == Sql.NOT_STALE) {
                        ask(Sql.ROLLBACK, done -> answer(new Outcome.HeldBy(holder)));
                    } else {
                        ask(
                                Sql.COMMIT,
                                recorded ->
                                        ask(sql.kill((Long) victim), killed -> answer(new Outcome.Evicted(holder))));
                    }
                }));
    }

    private void ask(Statement statement, Consumer<Object> next) {
        connection.call(statement, answer -> {
            if (answer instanceof SqlError error) {
                answer(new Outcome.Failed(error.thrown()));
            } else {
                next.accept(answer);
            }
        });
    }

    private void answer(Outcome outcome) {
        reply.accept(outcome);
    }

    private static Instant instant(long databaseNanos) {
        return Instant.ofEpochSecond(0, databaseNanos);
    }
}
