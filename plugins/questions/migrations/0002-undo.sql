-- What was deleted can be restored for a while; then a job deletes the rows.
ALTER TABLE questions ADD COLUMN deleted_at timestamptz;
CREATE INDEX questions_deleted ON questions (deleted_at) WHERE deleted_at IS NOT NULL;
