-- What was deleted can be restored for a while; then a job deletes the rows.
ALTER TABLE boards ADD COLUMN deleted_at timestamptz;
ALTER TABLE board_tiles ADD COLUMN deleted_at timestamptz;
CREATE INDEX boards_deleted ON boards (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX board_tiles_deleted ON board_tiles (deleted_at) WHERE deleted_at IS NOT NULL;
