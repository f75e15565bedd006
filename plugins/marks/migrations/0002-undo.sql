-- What was deleted can be restored for a while; then a job deletes the rows.
ALTER TABLE marks ADD COLUMN deleted_at timestamptz;
CREATE INDEX marks_deleted ON marks (deleted_at) WHERE deleted_at IS NOT NULL;
