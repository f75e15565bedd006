-- A creator may be a key, or be gone: no reference. The rows of a workspace end with it.

CREATE TABLE acme_thing_notes (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  created_by text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX acme_thing_notes_workspace ON acme_thing_notes (workspace_id, created_at DESC);
