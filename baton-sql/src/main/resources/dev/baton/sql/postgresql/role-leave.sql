-- Released, recorded and announced by one statement, or none of it. Nobody waits for the disk here: the next term's own
-- commit writes this one too, since the log is written in order, and a server that crashes before that forgets the
-- release, which is as if the holder had crashed.
WITH departed AS (
    UPDATE ${baton}leases
       SET released = true, expires_at = clock_timestamp(),
           reserved_for = CAST(:successor AS varchar),
           reserved_until = clock_timestamp() + :reservation_ms * interval '1 millisecond',
           beats = beats + 1
      FROM (SELECT set_config('synchronous_commit', 'off', true) AS lazy OFFSET 0) s
     WHERE s.lazy = 'off'
       AND lease_name = :role AND holder_id = :holder AND lease_epoch = :epoch AND NOT released
       AND timeline IN (0, ${baton}timeline())
    RETURNING lease_name, lease_epoch, holder_id
), recorded AS (
    INSERT INTO ${baton}leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)
    SELECT d.lease_name, d.lease_epoch, d.holder_id, :node, :event, :reason, clock_timestamp()
      FROM departed d
)
SELECT pg_notify(:channel, :payload) FROM departed
