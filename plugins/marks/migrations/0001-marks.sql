-- A creator may be a key, or be gone: no reference.

CREATE TABLE marks (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  created_by text NOT NULL,
  title text NOT NULL,
  description text,
  "timestamp" timestamptz NOT NULL,
  category text NOT NULL CHECK (category IN ('release', 'news', 'incident')),
  source text NOT NULL CHECK (source IN ('manual', 'api', 'plugin')),
  source_ref text,
  scope text NOT NULL CHECK (scope IN ('public', 'private')),
  metadata text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX marks_workspace ON marks (workspace_id, "timestamp" DESC);
