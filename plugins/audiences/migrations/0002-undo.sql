-- What was deleted can be restored for a while; then a job deletes the rows.
ALTER TABLE audiences ADD COLUMN deleted_at timestamptz;
CREATE INDEX audiences_deleted ON audiences (deleted_at) WHERE deleted_at IS NOT NULL;
