-- A board with its tiles after each change, the newest as in `boards` and `board_tiles`.
CREATE TABLE board_versions (
  board_id text NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  version integer NOT NULL,
  changed_by text NOT NULL,
  changed_by_email text,
  changed_at timestamptz NOT NULL,
  changed text[] NOT NULL,
  -- The version that this change took back to.
  restored integer,
  visibility text NOT NULL,
  name text NOT NULL,
  tile_count integer NOT NULL,
  -- JSON.
  content text NOT NULL,
  PRIMARY KEY (board_id, version)
);

-- Boards that exist get the state of now as their first version.
INSERT INTO board_versions
  (board_id, version, changed_by, changed_by_email, changed_at, changed, restored, visibility, name, tile_count, content)
SELECT b.id, 1, b.owner_id, NULL, b.updated_at, '{}', NULL, b.visibility, b.name,
  (SELECT count(*) FROM board_tiles t WHERE t.board_id = b.id AND t.deleted_at IS NULL),
  json_build_object(
    'name', b.name,
    'description', b.description,
    'range', b.range,
    'timezone', b.timezone,
    'granularity', b.granularity,
    'filter', b.filter::json,
    'tiles', coalesce(
      (SELECT json_agg(
         json_build_object(
           'id', t.id,
           'title', t.title,
           'chart', t.chart,
           'view', t."view",
           'question', t.question::json,
           'question_id', t.question_id,
           'text', t."text",
           'left', t."left",
           'top', t."top",
           'width', t.width,
           'height', t.height
         ) ORDER BY t."top", t."left", t.created_at, t.id)
       FROM board_tiles t WHERE t.board_id = b.id AND t.deleted_at IS NULL),
      '[]'::json
    )
  )::text
FROM boards b;
