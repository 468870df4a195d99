--- group-read
SELECT layout, shards, wanted, state, version FROM ${baton}shard_groups WHERE group_name = ${text(:group, 64)}

--- groups-list
SELECT group_name FROM ${baton}shard_groups ORDER BY group_name

--- roles-list
-- What is left of a group whose tables are empty.
SELECT lease_name, lease_epoch, holder_id FROM ${baton}leases

--- group-insert
INSERT INTO ${baton}shard_groups (group_name, layout, shards, wanted, state, version, lease_epoch, holder_id, changed_at)
VALUES (:group, :layout, :shards, :wanted, :state, :version, 0, '', ${now})

--- group-want
-- What an operator asks for; the coordinator does it.
UPDATE ${baton}shard_groups SET wanted = :wanted ${output(group_name)} WHERE group_name = ${text(:group, 64)}

--- group-update
-- By the coordinator alone, under its fence; what is wanted is not its to change.
UPDATE ${baton}shard_groups
   SET layout = :layout, shards = :shards, state = :state, version = :version,
       lease_epoch = :epoch, holder_id = :holder, changed_at = ${now}
 WHERE group_name = ${text(:group, 64)}

--- members-list
-- Draining is whoever says so of itself, and whom an operator has asked.
SELECT m.node_id, m.holder_id, m.weight, CASE WHEN d.holder_id IS NULL THEN m.state ELSE 'draining' END AS state,
       m.version, ${micros(m.seen_at)} AS seen_us, ${millis(m.seen_at, ${now})} AS silent_ms
  FROM ${baton}shard_members m
  LEFT JOIN ${baton}shard_drains d
    ON d.group_name = m.group_name AND d.node_id = m.node_id AND d.holder_id = m.holder_id
 WHERE m.group_name = ${text(:group, 64)} ORDER BY m.node_id

--- member-beat
UPDATE ${baton}shard_members
   SET holder_id = :holder, weight = :weight, state = :state, version = :version, seen_at = ${now}
${output(node_id)}
 WHERE group_name = ${text(:group, 64)} AND node_id = ${text(:node, 96)}

--- member-insert
INSERT INTO ${baton}shard_members (group_name, node_id, holder_id, weight, state, version, seen_at)
VALUES (:group, :node, :holder, :weight, :state, :version, ${now})

--- member-remove
DELETE FROM ${baton}shard_members
 WHERE group_name = ${text(:group, 64)} AND node_id = ${text(:node, 96)} AND holder_id = ${text(:holder, 128)}

--- members-prune
-- Not those whom the plan counts on: after a day's outage everybody's report is so old, and nobody has left.
DELETE FROM ${baton}shard_members
 WHERE group_name = ${text(:group, 64)} AND seen_at < ${earlier(${now}, :gone_ms)}
   AND NOT EXISTS (SELECT 1 FROM ${baton}shard_plan p
                    WHERE p.group_name = ${baton}shard_members.group_name
                      AND (p.owner_node = ${baton}shard_members.node_id OR p.heir_node = ${baton}shard_members.node_id))

--- drain-insert
-- Of the process that the node is now.
${counted}
INSERT INTO ${baton}shard_drains (group_name, node_id, holder_id, asked_at)
SELECT group_name, node_id, holder_id, ${now} FROM ${baton}shard_members
 WHERE group_name = ${text(:group, 64)} AND node_id = ${text(:node, 96)}

--- drain-remove
${counted}
DELETE FROM ${baton}shard_drains WHERE group_name = ${text(:group, 64)} AND node_id = ${text(:node, 96)}

--- drains-prune
-- Those of processes that are gone.
DELETE FROM ${baton}shard_drains
 WHERE group_name = ${text(:group, 64)}
   AND NOT EXISTS (SELECT 1 FROM ${baton}shard_members m
                    WHERE m.group_name = ${baton}shard_drains.group_name AND m.node_id = ${baton}shard_drains.node_id
                      AND m.holder_id = ${baton}shard_drains.holder_id)

--- plan-list
SELECT shard, owner_node, heir_node, home_node, ${millis(home_since, ${now})} AS away_ms
  FROM ${baton}shard_plan WHERE group_name = ${text(:group, 64)} ORDER BY shard

--- plan-insert
INSERT INTO ${baton}shard_plan (group_name, shard, owner_node, heir_node, home_node, home_since, lease_epoch)
VALUES (:group, :shard, :owner, :heir, :home, ${earlier(${now}, :away_ms)}, :epoch)

--- plan-update
UPDATE ${baton}shard_plan
   SET owner_node = :owner, heir_node = :heir, home_node = :home, home_since = ${earlier(${now}, :away_ms)},
       lease_epoch = :epoch
 WHERE group_name = ${text(:group, 64)} AND shard = :shard

--- plan-clear
DELETE FROM ${baton}shard_plan WHERE group_name = ${text(:group, 64)}

--- moves-list
SELECT shard, layout, to_node, ${millis(asked_at, ${now})} AS asked_ms
  FROM ${baton}shard_moves WHERE group_name = ${text(:group, 64)} ORDER BY shard

--- move-insert
INSERT INTO ${baton}shard_moves (group_name, shard, layout, to_node, asked_at)
VALUES (:group, :shard, :layout, :node, ${now})

--- move-remove
-- What the coordinator has seen; what was asked for since stays.
DELETE FROM ${baton}shard_moves
 WHERE group_name = ${text(:group, 64)} AND shard = :shard AND to_node = ${text(:node, 96)}

--- moves-remove
DELETE FROM ${baton}shard_moves WHERE group_name = ${text(:group, 64)} AND shard = :shard

--- work-list
-- What nodes did lately for the shards of this layout.
SELECT node_id, span_ms, pieces
  FROM ${baton}shard_work
 WHERE group_name = ${text(:group, 64)} AND layout = :layout AND counted_at > ${earlier(${now}, :age_ms)}
 ORDER BY node_id

--- work-update
UPDATE ${baton}shard_work
   SET holder_id = ${text(:holder, 128)}, layout = :layout, span_ms = :span, pieces = :pieces, counted_at = ${now}
${output(node_id)}
 WHERE group_name = ${text(:group, 64)} AND node_id = ${text(:node, 96)}

--- work-insert
INSERT INTO ${baton}shard_work (group_name, node_id, holder_id, layout, span_ms, pieces, counted_at)
VALUES (:group, :node, :holder, :layout, :span, :pieces, ${now})

--- work-remove
DELETE FROM ${baton}shard_work
 WHERE group_name = ${text(:group, 64)} AND node_id = ${text(:node, 96)} AND holder_id = ${text(:holder, 128)}

--- work-prune
DELETE FROM ${baton}shard_work
 WHERE group_name = ${text(:group, 64)} AND counted_at < ${earlier(${now}, :age_ms)}
