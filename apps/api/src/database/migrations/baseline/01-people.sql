-- Users and their sessions: reference tables, exempt from the rule that keys start with merchant_id.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

CREATE TABLE accounts (
  user_account_id uuid PRIMARY KEY,
  email text NOT NULL,
  name text,
  phone text,
  password_hash text,
  is_enabled boolean NOT NULL DEFAULT true,
  two_factor text NOT NULL DEFAULT 'NONE' CHECK (two_factor IN ('NONE', 'EMAIL', 'TOTP')),
  totp_secret text,
  totp_last_step bigint,
  admin_id uuid,
  merchant_id uuid,
  roles text[] NOT NULL DEFAULT '{}',
  last_sign_in_at timestamptz(3),
  invitation text NOT NULL DEFAULT 'ACCEPTED' CHECK (invitation IN ('PENDING', 'ACCEPTED')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (two_factor <> 'TOTP' OR totp_secret IS NOT NULL)
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
-- All lookups of addresses use the same rule (`foldEmailAddress` in the contract): only A to Z are case-insensitive. The unique index folds
-- more letters, so addresses that are equal by this rule are equal there, too.
CREATE INDEX accounts_email_letters ON accounts (lower(email COLLATE "C"));
CREATE INDEX accounts_merchant ON accounts (merchant_id);

CREATE TABLE sessions (
  jti text PRIMARY KEY,
  user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  merchant_id uuid,
  admin_id uuid,
  issued_at timestamptz(3) NOT NULL,
  signed_in_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  replaced_by text
);
CREATE INDEX sessions_account ON sessions (user_account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

CREATE TABLE one_time_requests (
  id_hash text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('OTP', 'TWO_FACTOR', 'EMAIL_FACTOR', 'STEP_UP')),
  user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  code_hash text,
  secret text,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX one_time_requests_account ON one_time_requests (user_account_id);

CREATE TABLE recovery_codes (
  user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_account_id, code_hash)
);

CREATE TABLE reset_tokens (
  token_hash text PRIMARY KEY,
  user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('RESET_PASSWORD', 'SET_PASSWORD')),
  is_used boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX reset_tokens_account ON reset_tokens (user_account_id);

-- Hashes of the addresses that accounts signed in from: known places have a separate rate limit.
CREATE TABLE known_places (
  place_hash text PRIMARY KEY,
  user_account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  last_seen_at timestamptz(3) NOT NULL
);
CREATE INDEX known_places_account ON known_places (user_account_id, last_seen_at);

-- Failed sign-ins for unknown accounts, counted until their minute has passed.
CREATE TABLE unknown_sign_ins (
  minute timestamptz(3) NOT NULL,
  address text NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (minute, address)
);
