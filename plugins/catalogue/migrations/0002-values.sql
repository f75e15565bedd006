-- The values of a field, most of them with the rows that had them: all of a field with few values, the most frequent of
-- others, and none where the workspace has too many. One row a field: a client that sends a million ids adds one row.

CREATE TABLE property_values (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source text NOT NULL,
  field text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'whole' CHECK (state IN ('whole', 'frequent', 'none')),
  -- [[value, rows], …]
  counts json NOT NULL DEFAULT '[]',
  size integer NOT NULL DEFAULT 0,
  -- Rows with the field may have been stored before the list was begun.
  older boolean NOT NULL,
  -- Values of rows before then may be missing; null: none are.
  since timestamptz,
  PRIMARY KEY (workspace_id, source, field)
);

-- The times of one row in a thousand, the latest of them: where the newest 100,000 rows of a source begin.
CREATE TABLE property_samples (
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  source text NOT NULL,
  times double precision[] NOT NULL,
  PRIMARY KEY (workspace_id, source)
);

-- Workspaces in which a list that is begun now may have rows before it.
CREATE TABLE property_values_older (
  workspace_id text PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE
);
INSERT INTO property_values_older (workspace_id) SELECT id FROM workspaces;
