SELECT labelfile FROM pg_backup_stop(false)
