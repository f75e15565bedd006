-- Who changed what. Nothing refers to other tables: an entry outlives what it is about, and who did it.

CREATE TABLE audit (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  action text NOT NULL,
  actor_id text,
  actor_email text,
  workspace_id text,
  subject_id text NOT NULL,
  details jsonb NOT NULL
);
CREATE INDEX audit_workspace ON audit (workspace_id, id);
