-- The id that the account of an invited person will have, if accepting makes one: until then the person is listed under
-- it among the users. Null: invited by link only.
ALTER TABLE invites ADD COLUMN user_id text UNIQUE;

-- A platform user may invite another one.
ALTER TABLE invites DROP CONSTRAINT invites_account_role_check;
ALTER TABLE invites ADD CONSTRAINT invites_account_role_check
  CHECK (account_role IN ('viewer', 'editor', 'admin', 'platform'));
CREATE INDEX invites_email ON invites (lower(email)) WHERE accepted_at IS NULL AND cancelled_at IS NULL;
