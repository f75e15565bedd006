-- An owner may be a key, or be gone: no reference. `definition` and `listed` are JSON, written and read whole.

CREATE TABLE audiences (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  owner_id text NOT NULL,
  name text NOT NULL,
  description text,
  definition text NOT NULL,
  listed text,
  listed_count integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX audiences_workspace ON audiences (workspace_id, created_at DESC, id);
