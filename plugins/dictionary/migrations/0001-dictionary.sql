CREATE TABLE dictionary (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('event', 'property')),
  -- Sorted by bytes, so that the file and its pages have one order everywhere.
  name text COLLATE "C" NOT NULL,
  description text,
  owner text,
  status text CHECK (status IN ('verified', 'hidden', 'deprecated')),
  -- JSON: what is expected of the event's properties, or of the property's values.
  expected text NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, kind, name)
);
