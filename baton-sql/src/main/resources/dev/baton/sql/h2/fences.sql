--- fence-shared
SELECT holder_id, lease_epoch FROM ${baton}fences WHERE lease_name = :role FOR UPDATE

--- transaction-mark
SET @baton_fence = TRANSACTION_ID()

--- transaction-marked
SELECT COALESCE(@baton_fence = TRANSACTION_ID(), FALSE)

--- fence-create
MERGE INTO ${baton}fences AS f USING (VALUES (CAST(:role AS varchar))) AS s(lease_name) ON f.lease_name = s.lease_name
WHEN NOT MATCHED THEN INSERT (lease_name, holder_id, lease_epoch) VALUES (s.lease_name, '', 0)

--- lock-timeout
SET LOCK_TIMEOUT :bound_ms

--- lock-timeout-read
SELECT LOCK_TIMEOUT()
