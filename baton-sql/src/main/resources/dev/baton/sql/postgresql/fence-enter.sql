SELECT ${baton}fence(:role, :fence_key, :bound_ms)
