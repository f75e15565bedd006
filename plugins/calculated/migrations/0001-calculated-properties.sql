-- A creator may be a key, or be gone: no reference.

CREATE TABLE calculated_properties (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  name text NOT NULL,
  expression text NOT NULL,
  description text,
  type text NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'any')),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (workspace_id, name)
);
