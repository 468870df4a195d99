SELECT isolation, late, holder_id, lease_epoch, expired, same_timeline FROM ${baton}fence(:role, :fence_key, :bound_ms)
