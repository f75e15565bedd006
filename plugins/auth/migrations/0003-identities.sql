-- Whose accounts are whose, and what keeps passwords from being guessed.

-- Until an account is confirmed, nothing shows that its password was chosen by the owner of its address: an invite's
-- link is shown to whoever invites. The first user, those of the command line and platform users are the operator's own.
ALTER TABLE users ADD COLUMN confirmed_at timestamptz;
UPDATE users SET confirmed_at = created_at WHERE role = 'platform';

-- A person at an outside identity provider; of each provider an account has one.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer)
);

-- Links by which people choose a new password. Only the SHA-256 of a token is kept, as hex.
CREATE TABLE password_resets (
  hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_by text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);
CREATE INDEX password_resets_creator ON password_resets (created_by);

-- Wrong passwords in a row for an account, or for an address that has none. A crash may forget them.
CREATE UNLOGGED TABLE sign_in_failures (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_at timestamptz NOT NULL
);

-- Where an account was signed in to: tries from there are counted apart, so that strangers cannot keep its owner out.
CREATE TABLE sign_in_places (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  address text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, address)
);

-- Null: the creator is gone, or the workspace is older than this column.
ALTER TABLE workspaces ADD COLUMN created_by text REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX workspaces_creator ON workspaces (created_by);
