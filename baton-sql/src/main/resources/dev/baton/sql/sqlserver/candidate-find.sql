SELECT COUNT(*)
  FROM ${baton}candidates c JOIN ${baton}nodes n ON n.holder_id = c.holder_id
 WHERE c.lease_name = CAST(:role AS varchar(64)) AND n.node_id = CAST(:node AS varchar(96))
   AND n.seen_at > DATEADD(millisecond, -CAST(:alive_ms AS int), SYSUTCDATETIME())
