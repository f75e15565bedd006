-- Tries of addresses in the window that counts now, for all processes together. A crash may forget them: not worth a write to the disk.

CREATE UNLOGGED TABLE tries (
  key text PRIMARY KEY,
  tries integer NOT NULL,
  ends_at timestamptz NOT NULL
);
