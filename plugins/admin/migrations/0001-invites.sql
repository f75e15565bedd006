-- Invites into workspaces. Only the SHA-256 of a token is kept, as hex: a token has too many bits to be guessed from it.

CREATE TABLE invites (
  id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
  -- The global role of the account, if accepting makes one: never above the inviter's own.
  account_role text NOT NULL CHECK (account_role IN ('viewer', 'editor', 'admin')),
  hash text NOT NULL UNIQUE,
  invited_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  cancelled_at timestamptz,
  CHECK (accepted_at IS NULL OR cancelled_at IS NULL)
);
CREATE INDEX invites_workspace ON invites (workspace_id, lower(email));
CREATE INDEX invites_inviter ON invites (invited_by);

-- Workspaces that are deleted, but whose analytics database is not removed yet.
CREATE TABLE workspace_remains (
  id text PRIMARY KEY,
  number bigint NOT NULL
);
