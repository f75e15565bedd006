-- An owner may be a key, or be gone: no reference.

CREATE TABLE boards (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  name text NOT NULL,
  description text,
  visibility text NOT NULL CHECK (visibility IN ('workspace', 'private')),
  range text,
  timezone text,
  granularity text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX boards_workspace ON boards (workspace_id, name);

CREATE TABLE board_tiles (
  id text PRIMARY KEY,
  board_id text NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  title text NOT NULL,
  chart text NOT NULL,
  "view" text,
  -- JSON as it was given: what is kept is answered, not what an engine makes of it.
  question text NOT NULL,
  "left" integer NOT NULL,
  "top" integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX board_tiles_board ON board_tiles (board_id);

CREATE TABLE board_links (
  id text PRIMARY KEY,
  board_id text NOT NULL REFERENCES boards (id) ON DELETE CASCADE,
  hash text NOT NULL UNIQUE,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX board_links_board ON board_links (board_id);
