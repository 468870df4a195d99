-- oldest program: 1
CREATE TABLE ${baton}leases (
    lease_name     varchar(64) COLLATE "C" PRIMARY KEY,
    holder_id      varchar(128) COLLATE "C" NOT NULL,
    lease_epoch    bigint NOT NULL,
    acquired_at    timestamptz NOT NULL,
    renewed_at     timestamptz NOT NULL,
    expires_at     timestamptz NOT NULL,
    node_id        varchar(96) COLLATE "C" NOT NULL DEFAULT '',
    strategy       varchar(16) NOT NULL DEFAULT '',
    takeover       varchar(16) NOT NULL DEFAULT '',
    lease_ms       bigint NOT NULL DEFAULT 0,
    trust_ms       bigint NOT NULL DEFAULT 0,
    released       boolean NOT NULL DEFAULT false,
    reserved_for   varchar(96) COLLATE "C",
    reserved_until timestamptz,
    timeline       bigint NOT NULL DEFAULT 0,
    session_id     varchar(64) NOT NULL DEFAULT '',
    scope_key      bigint NOT NULL DEFAULT 0,
    beats          bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE ${baton}leader_events (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lease_name  varchar(64) COLLATE "C" NOT NULL,
    lease_epoch bigint NOT NULL,
    holder_id   varchar(128) COLLATE "C" NOT NULL,
    node_id     varchar(96) COLLATE "C" NOT NULL,
    event       varchar(32) NOT NULL,
    reason      varchar(500) NOT NULL,
    at          timestamptz NOT NULL
);

CREATE INDEX ${baton_name}leader_events_term ON ${baton}leader_events (lease_name, lease_epoch);

CREATE INDEX ${baton_name}leader_events_at ON ${baton}leader_events (at);

CREATE TABLE ${baton}nodes (
    holder_id  varchar(128) COLLATE "C" PRIMARY KEY,
    node_id    varchar(96) COLLATE "C" NOT NULL,
    version    varchar(64) NOT NULL,
    started_at timestamptz NOT NULL,
    seen_at    timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE ${baton}candidates (
    lease_name varchar(64) COLLATE "C" NOT NULL,
    holder_id  varchar(128) COLLATE "C" NOT NULL,
    preferred  boolean NOT NULL,
    PRIMARY KEY (lease_name, holder_id)
);

-- The fence: lock, then look, in two snapshots and one round trip. VOLATILE matters: each statement of a volatile
-- function sees what was committed before that statement began, so the row is read as it is once the lock is granted.
-- Time-outs are only ever shortened. Every fenced transaction pays for this, so it answers with one value instead of a
-- row, assigns where it could query, and asks pg_locks only on behalf of a transaction that has already written.
-- Answers: nothing (no such row), 'late', 'isolation <level>', or '<epoch> <expired> <same timeline> <holder>'.
CREATE FUNCTION ${baton}fence(role text, fence_key bigint, bound_ms bigint) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    isolation text := current_setting('transaction_isolation');
    wait text := current_setting('lock_timeout');
    act text := current_setting('statement_timeout');
    idle text := current_setting('idle_in_transaction_session_timeout');
BEGIN
    IF isolation NOT IN ('read committed', 'read uncommitted') THEN
        RETURN 'isolation ' || isolation;
    END IF;
    IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
        PERFORM 1 FROM pg_locks l
          WHERE l.locktype = 'advisory' AND l.pid = pg_backend_pid() AND l.mode = 'ShareLock' AND l.granted
            AND l.classid::bigint = (fence_key >> 32) & 4294967295 AND l.objid::bigint = fence_key & 4294967295
            AND l.objsubid = 1;
        IF NOT FOUND THEN
            RETURN 'late';
        END IF;
    END IF;
    IF wait = '0' OR wait::interval > bound_ms * interval '1 millisecond' THEN
        wait := set_config('lock_timeout', bound_ms::text, true);
    END IF;
    IF act = '0' OR act::interval > bound_ms * interval '1 millisecond' THEN
        act := set_config('statement_timeout', bound_ms::text, true);
    END IF;
    IF idle = '0' OR idle::interval > bound_ms * interval '1 millisecond' THEN
        idle := set_config('idle_in_transaction_session_timeout', bound_ms::text, true);
    END IF;
    wait := pg_advisory_xact_lock_shared(fence_key);
    RETURN (
        SELECT concat_ws(' ', l.lease_epoch, l.expires_at <= clock_timestamp() OR l.released,
                         l.timeline IN (0, ${baton}timeline()), l.holder_id)
          FROM ${baton}leases l
         WHERE l.lease_name = role);
END
$$;

-- The server's timeline: it grows with every promotion of a standby. Read from the log position, because the control
-- data lags behind a promotion.
CREATE FUNCTION ${baton}timeline() RETURNS bigint
LANGUAGE sql VOLATILE AS $$
    SELECT ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint
$$;
