-- For databases whose fence is a row of its own.

--- fence-check
SELECT holder_id, lease_epoch, ${flag(expires_at <= ${now} OR ${is(released)})} AS expired,
       ${flag(timeline IN (0, ${history}))} AS same_timeline
  FROM ${baton}leases
 WHERE lease_name = ${text(:role, 64)}

--- fence-rows
SELECT COUNT(*) AS rows_found FROM ${baton}fences WHERE lease_name = ${text(:role, 64)}

--- fence-move
UPDATE ${baton}fences SET holder_id = ${text(:holder, 128)}, lease_epoch = :epoch WHERE lease_name = ${text(:role, 64)}

--- fence-exclusive
SELECT lease_epoch FROM ${baton}fences WHERE lease_name = :role FOR UPDATE
