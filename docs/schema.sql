-- The schema that the migrations make on an empty database, room by room. Written by `npm run documents`; to be read,
-- not run. Amounts are minor units, times are UTC. Tables of a merchant begin every key with merchant_id.

CREATE TYPE currency AS ENUM ('EUR', 'GBP');
CREATE TYPE hold_state AS ENUM ('NONE', 'HELD', 'RELEASED', 'RETURNED');
CREATE TYPE ledger_account_kind AS ENUM ('AVAILABLE', 'HELD', 'PENDING_OUT', 'SETTLEMENT', 'FEES', 'EXCHANGE');
CREATE TYPE money_out_status AS ENUM ('IN_PROGRESS', 'HELD', 'PROCESSED', 'FAILED', 'CANCELLED', 'RETURNED');
CREATE TYPE payment_intent_status AS ENUM ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'EXPIRED');
CREATE TYPE payment_status AS ENUM ('NEW', 'AWAITING_AUTHORIZATION', 'AUTHORIZED', 'PENDING', 'COMPLETED', 'FAILED', 'SETTLED');
CREATE TYPE payment_type AS ENUM ('VOLUME', 'EXTERNAL');
CREATE TYPE risk_category AS ENUM ('LOW', 'MEDIUM', 'HIGH', 'NA');

-- people and sessions ───────────────────────────────────────────────────────────────────────────────────────────────

-- A person who signs in: a user of one merchant, or an administrator of the platform.
CREATE TABLE accounts (
  user_account_id uuid NOT NULL,
  email text NOT NULL,
  name text,
  phone text,
  password_hash text,
  is_enabled boolean DEFAULT true NOT NULL,
  two_factor text DEFAULT 'NONE' NOT NULL,
  totp_secret text,
  totp_last_step bigint,
  admin_id uuid,
  merchant_id uuid,
  roles text[] DEFAULT '{}'::text[] NOT NULL,
  last_sign_in_at timestamptz(3),
  invitation text DEFAULT 'ACCEPTED' NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  invited_by_id uuid,
  moves_money_since timestamptz(3),
  PRIMARY KEY (user_account_id),
  CHECK (two_factor <> 'TOTP' OR totp_secret IS NOT NULL),
  CHECK (invitation IN ('PENDING', 'ACCEPTED')),
  CHECK (two_factor IN ('NONE', 'EMAIL', 'TOTP', 'PASSKEY'))
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE INDEX accounts_email_letters ON accounts (lower(email COLLATE "C"));
CREATE INDEX accounts_merchant ON accounts (merchant_id);
CREATE TRIGGER accounts_last_admin BEFORE UPDATE OF is_enabled, roles, merchant_id ON accounts FOR EACH ROW
  WHEN (old.merchant_id IS NOT NULL AND old.admin_id IS NULL AND old.is_enabled AND ('MERCHANT_ADMIN' = ANY (old.roles)) AND NOT (new.is_enabled AND ('MERCHANT_ADMIN' = ANY (new.roles)) AND NOT new.merchant_id IS DISTINCT FROM old.merchant_id)) EXECUTE FUNCTION keep_last_merchant_admin();

-- An access token that was issued, by its jti. Once it is ended here, the next request with it is refused.
CREATE TABLE sessions (
  jti text NOT NULL,
  user_account_id uuid NOT NULL,
  merchant_id uuid,
  admin_id uuid,
  issued_at timestamptz(3) NOT NULL,
  signed_in_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  replaced_by text,
  device text,
  address text,
  PRIMARY KEY (jti),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE,
  CHECK (length(device) <= 100)
);
CREATE INDEX sessions_account ON sessions (user_account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- A code that is waited for: at sign-in, or when a second factor is set up.
CREATE TABLE one_time_requests (
  id_hash text NOT NULL,
  kind text NOT NULL,
  user_account_id uuid NOT NULL,
  code_hash text,
  secret text,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  sent_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  place text,
  PRIMARY KEY (id_hash),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE,
  CHECK (kind IN ('OTP', 'TWO_FACTOR', 'EMAIL_FACTOR', 'STEP_UP', 'PASSKEY'))
);
CREATE INDEX one_time_requests_account ON one_time_requests (user_account_id);
CREATE INDEX one_time_requests_expiry ON one_time_requests (expires_at);

-- The sign-in code that was last mailed to an account, sealed, until it expires.
CREATE TABLE sign_in_codes (
  user_account_id uuid NOT NULL,
  code text NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_account_id),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE
);
CREATE INDEX sign_in_codes_expiry ON sign_in_codes (expires_at);

-- A code that replaces a lost second factor once.
CREATE TABLE recovery_codes (
  user_account_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_account_id, code_hash),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE
);

-- A passkey of a person: its public key, how often it was used, and its name.
CREATE TABLE passkeys (
  passkey_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  uses bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  added_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  PRIMARY KEY (passkey_id),
  UNIQUE (credential_id),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE,
  CHECK (length(name) >= 1 AND length(name) <= 100)
);
CREATE INDEX passkeys_account ON passkeys (user_account_id);

-- A change of an administrator that waits for a second one: who proposed it, and when.
CREATE TABLE administrator_proposals (
  user_account_id uuid NOT NULL,
  proposal_id uuid NOT NULL,
  action text NOT NULL,
  proposed_by_id uuid NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_account_id),
  FOREIGN KEY (proposed_by_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE,
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE
);

-- A mailed link to set or reset a password, stored as a hash.
CREATE TABLE reset_tokens (
  token_hash text NOT NULL,
  user_account_id uuid NOT NULL,
  type text NOT NULL,
  is_used boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE,
  CHECK (type IN ('RESET_PASSWORD', 'SET_PASSWORD'))
);
CREATE INDEX reset_tokens_account ON reset_tokens (user_account_id);
CREATE INDEX reset_tokens_expiry ON reset_tokens (expires_at);

-- An address from which a person has signed in. Failed sign-ins elsewhere do not lock the account there.
CREATE TABLE known_places (
  place_hash text NOT NULL,
  user_account_id uuid NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (place_hash),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE
);
CREATE INDEX known_places_account ON known_places (user_account_id, last_seen_at);
CREATE INDEX known_places_old ON known_places (last_seen_at);

-- Failed sign-ins for accounts that do not exist, by minute and address.
CREATE TABLE unknown_sign_ins (
  minute timestamptz(3) NOT NULL,
  address text NOT NULL,
  failures integer NOT NULL,
  PRIMARY KEY (minute, address)
);

-- What a person paid out or refunded in the last 24 hours, summed against the step-up limit.
CREATE TABLE moved_money (
  merchant_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  amount bigint NOT NULL,
  currency currency NOT NULL,
  application_key text,
  is_apart boolean DEFAULT false NOT NULL,
  PRIMARY KEY (merchant_id, movement_id),
  CHECK (amount > 0)
);
CREATE INDEX moved_money_by_merchant ON moved_money (merchant_id, at);
CREATE INDEX moved_money_by_person ON moved_money (user_account_id, at);
CREATE INDEX moved_money_old ON moved_money (at);

-- merchants ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A company that takes payments.
CREATE TABLE merchants (
  merchant_id uuid NOT NULL,
  email text,
  company_name text NOT NULL,
  payment_flat_fee_in_percentage numeric(6,3) DEFAULT 0 NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  requires_two_factor boolean DEFAULT false NOT NULL,
  largest_amount bigint,
  created_from text,
  disabled_at timestamptz(3),
  disabled_by text,
  disabled_reason text,
  next_largest_amount bigint,
  next_limits_at timestamptz(3),
  PRIMARY KEY (merchant_id),
  CHECK (largest_amount > 0) NOT VALID,
  CHECK (payment_flat_fee_in_percentage >= 0::numeric AND payment_flat_fee_in_percentage <= 100::numeric)
);

-- A merchant’s fee from a UTC day on, after the first one, which `merchants` has.
CREATE TABLE fee_changes (
  merchant_id uuid NOT NULL,
  valid_from date NOT NULL,
  percentage numeric(6,3) NOT NULL,
  set_by text NOT NULL,
  set_at timestamptz(3) NOT NULL,
  reason text,
  PRIMARY KEY (merchant_id, valid_from),
  CHECK (percentage >= 0::numeric AND percentage <= 100::numeric)
);

-- The typed text of a merchant that an administrator has begun and not created yet.
CREATE TABLE merchant_drafts (
  draft_id uuid NOT NULL,
  content jsonb NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz(3) NOT NULL,
  PRIMARY KEY (draft_id)
);
CREATE INDEX merchant_drafts_old ON merchant_drafts (saved_at);

-- A note of an administrator about a merchant, who never sees it.
CREATE TABLE merchant_notes (
  merchant_id uuid NOT NULL,
  note_id uuid NOT NULL,
  text text NOT NULL,
  written_by text NOT NULL,
  written_by_id uuid NOT NULL,
  written_at timestamptz(3) NOT NULL,
  corrected_at timestamptz(3),
  PRIMARY KEY (merchant_id, note_id),
  CHECK (length(text) <= 2000)
);

-- A merchant’s request for another application, and how it was decided.
CREATE TABLE application_requests (
  merchant_id uuid NOT NULL,
  request_id uuid NOT NULL,
  application_name text NOT NULL,
  currencies text[] NOT NULL,
  why text NOT NULL,
  asked_by text NOT NULL,
  asked_by_id uuid NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  state text DEFAULT 'OPEN' NOT NULL,
  decided_at timestamptz(3),
  declined_because text,
  application_id uuid,
  PRIMARY KEY (merchant_id, request_id),
  CHECK (state IN ('OPEN', 'APPROVED', 'DECLINED', 'WITHDRAWN'))
);
CREATE UNIQUE INDEX application_requests_open ON application_requests (merchant_id, lower(application_name))
  WHERE state = 'OPEN';

-- A pay-in account that its provider has not opened yet, as it was entered.
CREATE TABLE unopened_accounts (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  currency currency NOT NULL,
  account jsonb NOT NULL,
  reason text NOT NULL,
  tried_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, application_id, currency)
);

-- Name, colour and logo of a merchant’s hosted pay page; null where the company’s name, black and initials are used.
CREATE TABLE merchant_brands (
  merchant_id uuid NOT NULL,
  name text,
  colour text,
  mark bytea,
  PRIMARY KEY (merchant_id),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  CHECK (colour ~ '^#[0-9a-f]{6}$'),
  CHECK (octet_length(mark) <= 65536),
  CHECK (length(name) >= 1 AND length(name) <= 60)
);

-- One shop or system of a merchant, with its callbacks, webhooks and institutions.
CREATE TABLE applications (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  application_name text NOT NULL,
  merchant_callback_url_for_mobile text,
  merchant_callback_url_for_web text,
  payment_status_webhook_url text,
  refund_webhook_url text,
  payout_webhook_url text,
  cancel_url text,
  selected_yapily_client_id text,
  institutions text[] DEFAULT '{}'::text[] NOT NULL,
  has_virtual_accounts_enabled boolean DEFAULT false NOT NULL,
  send_email_for_external_payin_payment boolean,
  send_webhook_for_external_payin_payment boolean,
  confirmation_of_payer_enabled boolean DEFAULT false NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  PRIMARY KEY (merchant_id, application_id),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id)
);

-- The primary or secondary key of an application; its value is a hash.
CREATE TABLE application_secrets (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  key text NOT NULL,
  value_hash text NOT NULL,
  last_letters text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  allowed_addresses text[] DEFAULT '{}'::text[] NOT NULL,
  money_limit bigint,
  last_used_at timestamptz(3),
  last_used_from text,
  loosened_by text[] DEFAULT '{}'::text[] NOT NULL,
  PRIMARY KEY (merchant_id, application_id, key),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  CHECK (key IN ('PRIMARY', 'SECONDARY')),
  CHECK (money_limit >= 0)
);

-- The hash of a key that was reset, rotated or revoked, so that the request log can name it; kept for a year.
CREATE TABLE former_keys (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  value_hash text NOT NULL,
  key text NOT NULL,
  name text,
  ended text NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, application_id, value_hash),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id)
);
CREATE INDEX former_keys_newest ON former_keys (merchant_id, application_id, ended_at DESC);
CREATE INDEX former_keys_old ON former_keys (ended_at);

-- A further key of an application, with a name, scopes and an expiry; its value is a hash.
CREATE TABLE application_keys (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  key_id uuid NOT NULL,
  name text NOT NULL,
  scopes text[] NOT NULL,
  expires_at timestamptz(3),
  allowed_addresses text[] DEFAULT '{}'::text[] NOT NULL,
  money_limit bigint,
  value_hash text NOT NULL,
  last_letters text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  last_used_at timestamptz(3),
  last_used_from text,
  PRIMARY KEY (merchant_id, application_id, key_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  CHECK (money_limit >= 0),
  CHECK (length(name) >= 1 AND length(name) <= 40),
  CHECK (cardinality(scopes) > 0)
);

-- A request of a tool for a key, until a user decides about its code; codes are hashes.
CREATE TABLE device_codes (
  device_hash text NOT NULL,
  half_hash text NOT NULL,
  code_hash text NOT NULL,
  tool_name text NOT NULL,
  machine_name text NOT NULL,
  from_address text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  polled_at timestamptz(3),
  tries smallint DEFAULT 0 NOT NULL,
  decided_at timestamptz(3),
  merchant_id uuid,
  application_id uuid,
  key_id uuid,
  fetched_at timestamptz(3),
  PRIMARY KEY (device_hash)
);
CREATE UNIQUE INDEX device_codes_half ON device_codes (half_hash);
CREATE INDEX device_codes_keys ON device_codes (application_id)
  WHERE key_id IS NOT NULL AND fetched_at IS NULL;
CREATE INDEX device_codes_old ON device_codes (expires_at);

-- A saved view that one user shares with all users of the merchant.
CREATE TABLE shared_views (
  merchant_id uuid NOT NULL,
  list text NOT NULL,
  view_id uuid NOT NULL,
  name text NOT NULL,
  search text NOT NULL,
  shared_by text NOT NULL,
  shared_by_id uuid NOT NULL,
  shared_at timestamptz(3) NOT NULL,
  columns text[],
  PRIMARY KEY (merchant_id, list, view_id),
  CHECK (list IN ('pay-ins', 'payouts', 'approvals')),
  CHECK (length(name) >= 1 AND length(name) <= 40),
  CHECK (length(search) <= 2000) NOT VALID
);

-- An account that is paid into (pay-in account), plain or virtual, for one currency.
CREATE TABLE payee_details (
  merchant_id uuid NOT NULL,
  payee_detail_id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  application_id uuid NOT NULL,
  selector text,
  for_currency currency NOT NULL,
  default_for_currency boolean,
  account_holder_name text NOT NULL,
  account_identification_1 jsonb NOT NULL,
  account_identification_2 jsonb,
  payee_address jsonb,
  is_virtual_account boolean DEFAULT false NOT NULL,
  is_limited_virtual_account boolean DEFAULT false NOT NULL,
  va_customer_id text,
  va_account_id text,
  va_default_pay_out_beneficiary_account_id text,
  va_is_sandbox_account boolean,
  va_provider_type text,
  default_set_by text,
  PRIMARY KEY (merchant_id, payee_detail_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  CHECK (va_provider_type IN ('NONE', 'MODULR', 'OPTIMUS', 'ISX'))
);
CREATE INDEX payee_details_application ON payee_details (merchant_id, application_id);

-- A bank that payers can choose; hidden on pay pages while it is switched off.
CREATE TABLE institutions (
  institution_id text NOT NULL,
  name text NOT NULL,
  full_name text NOT NULL,
  countries jsonb NOT NULL,
  currencies text[] NOT NULL,
  environment_type text NOT NULL,
  letters text,
  switched_off_at timestamptz(3),
  switched_off_by text,
  switched_off_reason text,
  PRIMARY KEY (institution_id),
  CHECK (environment_type IN ('SANDBOX', 'LIVE'))
);

-- The merchant of an object, for calls that only name its id.
CREATE TABLE object_directory (
  object_id uuid NOT NULL,
  merchant_id uuid NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (object_id)
);

-- pay-ins ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A pay-in: one attempt of one payer, with its status and the refunded amount.
CREATE TABLE payments (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  amount bigint NOT NULL,
  amount_refunded bigint DEFAULT 0 NOT NULL,
  amount_refunding bigint DEFAULT 0 NOT NULL,
  currency currency NOT NULL,
  status payment_status NOT NULL,
  type payment_type NOT NULL,
  risk risk_category,
  hold hold_state DEFAULT 'NONE' NOT NULL,
  is_to_virtual_account boolean NOT NULL,
  is_new_payment boolean NOT NULL,
  is_refunded boolean GENERATED ALWAYS AS (amount_refunded > 0) STORED NOT NULL,
  is_payer_checked boolean NOT NULL,
  payer_name_score smallint,
  new_payment_id uuid,
  new_attempt_id uuid,
  payment_intent_id uuid,
  merchant_payment_id text,
  tracing_id text,
  reference text,
  merchant_reference text,
  merchant_provided_payer_details_names text[],
  payer_name text,
  payer_email text,
  payer_account_identifier text,
  payer_address text,
  payer_ip text,
  institution_id text,
  shopper_id text,
  error_description text,
  refund_data jsonb,
  metadata jsonb,
  is_sample boolean DEFAULT false NOT NULL,
  PRIMARY KEY (merchant_id, payment_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  CHECK (amount > 0),
  CHECK (amount_refunded >= 0),
  CHECK (amount_refunding >= 0),
  CHECK (currency <> 'GBP' OR reference IS NOT NULL),
  CHECK (hold = 'NONE' OR status = 'SETTLED'),
  CHECK (payer_name_score >= 0 AND payer_name_score <= 100),
  CHECK ((amount_refunded + amount_refunding) <= amount),
  CHECK (status <> 'SETTLED' OR is_to_virtual_account)
);
CREATE INDEX payments_amount ON payments (amount, merchant_id);
CREATE INDEX payments_failed ON payments (merchant_id, created_at) INCLUDE (application_id, institution_id, error_description)
  WHERE status = 'FAILED';
CREATE UNIQUE INDEX payments_intent_paid_once ON payments (merchant_id, payment_intent_id)
  WHERE payment_intent_id IS NOT NULL AND (status IN ('AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED'));
CREATE INDEX payments_merchant_payment_id ON payments (merchant_payment_id, merchant_id)
  WHERE merchant_payment_id IS NOT NULL;
CREATE INDEX payments_newest ON payments (merchant_id, created_at DESC, payment_id DESC) INCLUDE (application_id, amount, status, currency, type, risk, hold, is_refunded, is_new_payment);
CREATE INDEX payments_newest_everywhere ON payments (created_at DESC, payment_id DESC) INCLUDE (merchant_id, application_id, amount, status, currency, type, risk, hold, is_refunded, is_new_payment);
CREATE INDEX payments_of_intent ON payments (merchant_id, payment_intent_id)
  WHERE payment_intent_id IS NOT NULL;
CREATE INDEX payments_payer_email ON payments (lower(payer_email))
  WHERE payer_email IS NOT NULL;
CREATE INDEX payments_refunding ON payments (merchant_id, created_at DESC, payment_id DESC)
  WHERE amount_refunding > 0;
CREATE INDEX payments_returned ON payments (merchant_id, created_at) INCLUDE (application_id, currency, status, amount)
  WHERE hold = 'RETURNED';
CREATE INDEX payments_time ON payments (merchant_id, payment_id) INCLUDE (created_at);
CREATE INDEX payments_tracing ON payments (tracing_id text_pattern_ops);
CREATE TRIGGER payments_daily_delete AFTER DELETE ON payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_daily_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_daily_update AFTER UPDATE ON payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_status_graph BEFORE UPDATE OF status ON payments FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION guard_payment_status();

-- One change of a payment’s status, in order.
CREATE TABLE payment_events (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  seq smallint NOT NULL,
  type text NOT NULL,
  at timestamptz(3) NOT NULL,
  actor text,
  detail text,
  PRIMARY KEY (merchant_id, payment_id, seq)
);
CREATE TRIGGER payment_events_history BEFORE DELETE OR UPDATE ON payment_events FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_events_never_emptied BEFORE TRUNCATE ON payment_events FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- The text that finds a payment.
CREATE TABLE payment_search (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  text text NOT NULL,
  payer_key uuid,
  PRIMARY KEY (merchant_id, payment_id)
);
CREATE INDEX payment_search_letters ON payment_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate=off)
  WHERE octet_length(text) > char_length(text);
CREATE INDEX payment_search_payer ON payment_search (merchant_id, payer_key, payment_id)
  WHERE payer_key IS NOT NULL;
CREATE INDEX payment_search_text ON payment_search USING gin (merchant_id, text gin_trgm_ops) WITH (fastupdate=off);

-- A payer’s own text, stored once for all their payments.
CREATE TABLE payer_search (
  merchant_id uuid NOT NULL,
  payer_key uuid NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (merchant_id, payer_key)
);
CREATE INDEX payer_search_letters ON payer_search USING gin (merchant_id, letters_beyond_ascii(text)) WITH (fastupdate=off)
  WHERE octet_length(text) > char_length(text);
CREATE INDEX payer_search_text ON payer_search USING gin (merchant_id, text gin_trgm_ops) WITH (fastupdate=off);

-- Payments added up by day and filter, in slots so that concurrent writes do not wait for each other.
CREATE TABLE payments_daily (
  merchant_id uuid NOT NULL,
  day date NOT NULL,
  application_id uuid NOT NULL,
  currency currency NOT NULL,
  status payment_status NOT NULL,
  type payment_type NOT NULL,
  risk text NOT NULL,
  is_held boolean NOT NULL,
  is_refunded boolean NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  slot smallint DEFAULT 0 NOT NULL,
  PRIMARY KEY (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot) INCLUDE (count, amount)
);
CREATE INDEX payments_daily_day ON payments_daily (day);

-- The same by month.
CREATE TABLE payments_monthly (
  merchant_id uuid NOT NULL,
  month date NOT NULL,
  application_id uuid NOT NULL,
  currency currency NOT NULL,
  status payment_status NOT NULL,
  type payment_type NOT NULL,
  risk text NOT NULL,
  is_held boolean NOT NULL,
  is_refunded boolean NOT NULL,
  slot smallint DEFAULT 0 NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot) INCLUDE (count, amount)
);
CREATE INDEX payments_monthly_month ON payments_monthly (month);

-- A requested payment: a payment link, or an intent created by the API.
CREATE TABLE payment_intents (
  merchant_id uuid NOT NULL,
  payment_intent_id uuid NOT NULL,
  application_id uuid NOT NULL,
  is_link boolean NOT NULL,
  merchant_payment_id text,
  customer_intent_description text,
  merchant_intent_description text,
  attempt_mode text NOT NULL,
  status payment_intent_status NOT NULL,
  amount bigint NOT NULL,
  currency currency NOT NULL,
  reference text,
  created_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  cancelled_by text,
  metadata jsonb,
  PRIMARY KEY (merchant_id, payment_intent_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  CHECK (amount > 0),
  CHECK (attempt_mode IN ('ALLOW_MULTIPLE_ATTEMPTS', 'ALLOW_SINGLE_ATTEMPT'))
);
CREATE INDEX payment_intents_newest ON payment_intents (merchant_id, created_at DESC, payment_intent_id DESC) INCLUDE (application_id, is_link, status);
CREATE INDEX payment_intents_newest_everywhere ON payment_intents (created_at DESC, payment_intent_id DESC) INCLUDE (merchant_id, application_id, is_link, status);
CREATE INDEX payment_intents_open ON payment_intents (merchant_id)
  WHERE is_link AND (status IN ('NOT_STARTED', 'IN_PROGRESS'));
CREATE INDEX payment_intents_text ON payment_intents USING gin (merchant_id, lower((((((((COALESCE(customer_intent_description, '') || ' ') || COALESCE(merchant_intent_description, '')) || ' ') || COALESCE(reference, '')) || ' ') || COALESCE(merchant_payment_id, '')) || ' ') || payment_intent_id) gin_trgm_ops) WITH (fastupdate=off);
CREATE TRIGGER payment_intents_status_graph BEFORE UPDATE OF status ON payment_intents FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION guard_payment_intent_status();

-- A note on a payment; its text is null once its author has deleted it.
CREATE TABLE payment_notes (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  note_id uuid NOT NULL,
  text text,
  written_by text NOT NULL,
  written_by_id uuid NOT NULL,
  written_at timestamptz(3) NOT NULL,
  deleted_by text,
  PRIMARY KEY (merchant_id, payment_id, note_id),
  FOREIGN KEY (merchant_id, payment_id) REFERENCES payments(merchant_id, payment_id),
  CHECK (length(text) >= 1 AND length(text) <= 2000)
);

-- A review of a payment: who made it, and the payment’s state at that time.
CREATE TABLE payment_reviews (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  status payment_status NOT NULL,
  hold hold_state NOT NULL,
  note text,
  reviewed_by text NOT NULL,
  reviewed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, payment_id),
  FOREIGN KEY (merchant_id, payment_id) REFERENCES payments(merchant_id, payment_id),
  CHECK (length(note) >= 1 AND length(note) <= 2000)
);

-- An email address that receives a payment’s receipt and the confirmations of its refunds.
CREATE TABLE receipt_mails (
  merchant_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  email text NOT NULL,
  language text NOT NULL,
  page_url text NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  mailed_at timestamptz(3),
  PRIMARY KEY (merchant_id, payment_id, email),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  FOREIGN KEY (merchant_id, payment_id) REFERENCES payments(merchant_id, payment_id),
  CHECK (length(email) <= 254)
);
CREATE INDEX receipt_mails_old ON receipt_mails (asked_at);

-- money out ─────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A refund of a payment.
CREATE TABLE refunds (
  merchant_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount bigint NOT NULL,
  currency currency NOT NULL,
  reference text,
  status money_out_status NOT NULL,
  initiated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  reason text,
  reason_note text,
  recipient text,
  submitted_at timestamptz(3),
  status_description text,
  PRIMARY KEY (merchant_id, refund_id),
  FOREIGN KEY (merchant_id, payment_id) REFERENCES payments(merchant_id, payment_id),
  CHECK (amount > 0),
  CHECK (reason IN ('CUSTOMER_REQUEST', 'DUPLICATE', 'FRAUD', 'NOT_DELIVERED', 'OTHER')),
  CHECK (length(reason_note) >= 1 AND length(reason_note) <= 500)
);
CREATE INDEX refunds_by_payment ON refunds (merchant_id, payment_id);
CREATE UNIQUE INDEX refunds_one_active ON refunds (merchant_id, payment_id)
  WHERE status IN ('IN_PROGRESS', 'HELD');
CREATE INDEX refunds_recipient ON refunds (merchant_id, recipient, created_at)
  WHERE recipient IS NOT NULL;
CREATE INDEX refunds_submitted ON refunds (submitted_at, status);
CREATE TRIGGER refunds_status_graph BEFORE UPDATE OF status ON refunds FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION guard_money_out_status();
CREATE TRIGGER refunds_sum_delete AFTER DELETE ON refunds REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION add_refunds_to_payments();
CREATE TRIGGER refunds_sum_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_refunds_to_payments();
CREATE TRIGGER refunds_sum_update AFTER UPDATE ON refunds REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_refunds_to_payments();

-- A payout, manual or scheduled.
CREATE TABLE outbound_payments (
  merchant_id uuid NOT NULL,
  payout_payment_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  type text NOT NULL,
  status money_out_status NOT NULL,
  status_description text,
  amount bigint NOT NULL,
  currency currency NOT NULL,
  reference text,
  destination jsonb NOT NULL,
  initiated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  payout_schedule_id uuid,
  slot_at timestamptz(3),
  recipient text,
  submitted_at timestamptz(3),
  PRIMARY KEY (merchant_id, payout_payment_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  CHECK (amount > 0),
  CHECK (type IN ('PAYOUT', 'SCHEDULED_PAYOUT'))
);
CREATE INDEX outbound_payments_active ON outbound_payments (merchant_id)
  WHERE status IN ('IN_PROGRESS', 'HELD');
CREATE INDEX outbound_payments_newest ON outbound_payments (merchant_id, application_id, currency, created_at DESC, payout_payment_id DESC) INCLUDE (status, amount);
CREATE INDEX outbound_payments_recipient ON outbound_payments (merchant_id, recipient, created_at)
  WHERE recipient IS NOT NULL;
CREATE UNIQUE INDEX outbound_payments_slot ON outbound_payments (merchant_id, payout_schedule_id, slot_at)
  WHERE payout_schedule_id IS NOT NULL;
CREATE INDEX outbound_payments_submitted ON outbound_payments (submitted_at, status);
CREATE INDEX outbound_payments_text ON outbound_payments USING gin (merchant_id, lower((((((((COALESCE(destination ->> 'name', '') || ' ') || COALESCE(destination ->> 'iban', '')) || ' ') || COALESCE(destination ->> 'accountNumber', '')) || ' ') || COALESCE(reference, '')) || ' ') || payout_payment_id) gin_trgm_ops) WITH (fastupdate=off);
CREATE TRIGGER outbound_payments_status_graph BEFORE UPDATE OF status ON outbound_payments FOR EACH ROW
  WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION guard_money_out_status();

-- A beneficiary that was added, made the default or disabled here. The provider lists all others.
CREATE TABLE beneficiaries (
  merchant_id uuid NOT NULL,
  beneficiary_id text NOT NULL,
  customer_id text NOT NULL,
  name text NOT NULL,
  account_type text NOT NULL,
  account_number text,
  sort_code text,
  iban text,
  name_check text NOT NULL,
  name_at_bank text,
  added_at timestamptz,
  added_by text,
  cooling_until timestamptz,
  disabled_at timestamptz,
  provider text,
  PRIMARY KEY (merchant_id, beneficiary_id),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  CHECK (account_type IN ('SCAN', 'IBAN')),
  CHECK (length(beneficiary_id) >= 1 AND length(beneficiary_id) <= 64),
  CHECK (account_type = 'IBAN' AND iban IS NOT NULL OR account_type = 'SCAN' AND sort_code IS NOT NULL AND account_number IS NOT NULL),
  CHECK (name_check IN ('MATCHES', 'CLOSE', 'DIFFERS', 'NOT_CHECKED'))
);

-- The amounts above which a merchant’s payouts and refunds need a second person, and a looser policy that is not confirmed yet.
CREATE TABLE approval_policies (
  merchant_id uuid NOT NULL,
  above_gbp bigint,
  above_eur bigint,
  proposal_id uuid,
  proposed_above_gbp bigint,
  proposed_above_eur bigint,
  proposed_by_id uuid,
  proposed_by text,
  proposed_at timestamptz(3),
  PRIMARY KEY (merchant_id),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  CHECK (above_eur > 0),
  CHECK (above_gbp > 0),
  CHECK (proposed_above_eur > 0),
  CHECK (proposed_above_gbp > 0)
);

-- A payout or refund that needs or needed the approval of a second person.
CREATE TABLE approvals (
  merchant_id uuid NOT NULL,
  order_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  payment_id uuid,
  amount bigint NOT NULL,
  currency currency NOT NULL,
  reference text,
  recipient jsonb NOT NULL,
  source text NOT NULL,
  requested_by_id uuid,
  requested_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  awaits_mail boolean DEFAULT false NOT NULL,
  excluded jsonb DEFAULT '[]' NOT NULL,
  PRIMARY KEY (merchant_id, order_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  CHECK (amount > 0),
  CHECK ((state = 'WAITING') = (decided_at IS NULL)),
  CHECK (kind IN ('PAYOUT', 'REFUND')),
  CHECK (source IN ('PERSON', 'KEY', 'SCHEDULE')),
  CHECK (state IN ('WAITING', 'APPROVED', 'REFUSED', 'CANCELLED', 'EXPIRED'))
);
CREATE INDEX approvals_newest ON approvals (merchant_id, created_at DESC, order_id DESC);
CREATE INDEX approvals_payment ON approvals (merchant_id, payment_id)
  WHERE payment_id IS NOT NULL;
CREATE INDEX approvals_waiting ON approvals (merchant_id)
  WHERE state = 'WAITING';

-- The one schedule of a pay-in account.
CREATE TABLE payout_schedules (
  merchant_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  is_enabled boolean NOT NULL,
  frequency text NOT NULL,
  day_of_week text,
  day_of_month smallint,
  time_utc text NOT NULL,
  amount_type text NOT NULL,
  amount bigint,
  minimum_balance bigint NOT NULL,
  next_run_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  reference text,
  PRIMARY KEY (merchant_id, schedule_id),
  UNIQUE (merchant_id, payee_detail_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  CHECK (amount > 0),
  CHECK (amount_type IN ('ALL', 'FIXED')),
  CHECK ((frequency = 'WEEKLY') = (day_of_week IS NOT NULL)),
  CHECK ((frequency = 'MONTHLY') = (day_of_month IS NOT NULL)),
  CHECK ((amount_type = 'FIXED') = (amount IS NOT NULL)),
  CHECK (day_of_month >= 1 AND day_of_month <= 28),
  CHECK (day_of_week IN ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
  CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY')),
  CHECK (minimum_balance >= 0),
  CHECK (time_utc ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);

-- A rate that is offered for 30 seconds.
CREATE TABLE exchange_quotes (
  merchant_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  application_id uuid NOT NULL,
  from_payee_detail_id bigint NOT NULL,
  to_payee_detail_id bigint NOT NULL,
  sell_amount bigint NOT NULL,
  sell_currency currency NOT NULL,
  buy_amount bigint NOT NULL,
  buy_currency currency NOT NULL,
  rate numeric(12,6) NOT NULL,
  mid_rate numeric(12,6) NOT NULL,
  fee bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, quote_id),
  FOREIGN KEY (merchant_id, from_payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  FOREIGN KEY (merchant_id, to_payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  CHECK (buy_amount > 0),
  CHECK (fee >= 0 AND fee < sell_amount),
  CHECK (sell_currency <> buy_currency),
  CHECK (mid_rate > 0::numeric),
  CHECK (rate > 0::numeric),
  CHECK (sell_amount > 0)
);
CREATE INDEX exchange_quotes_expiry ON exchange_quotes (expires_at);

-- A quote that was booked.
CREATE TABLE exchanges (
  merchant_id uuid NOT NULL,
  exchange_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  application_id uuid NOT NULL,
  status text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, exchange_id),
  UNIQUE (merchant_id, quote_id),
  FOREIGN KEY (merchant_id, quote_id) REFERENCES exchange_quotes(merchant_id, quote_id),
  CHECK (status IN ('IN_PROGRESS', 'COMPLETED', 'FAILED'))
);
CREATE INDEX exchanges_newest ON exchanges (merchant_id, application_id, created_at DESC, exchange_id DESC);

-- The response to a write that moves money, sent again for the same key.
CREATE TABLE idempotency_keys (
  merchant_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  path text NOT NULL,
  key uuid NOT NULL,
  body_hash text NOT NULL,
  answer_status integer,
  answer_body jsonb,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  PRIMARY KEY (merchant_id, user_account_id, path, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- ledger ────────────────────────────────────────────────────────────────────────────────────────────────────────────

-- One of the accounts that make up a pay-in account’s books, with its balance and its floor.
CREATE TABLE ledger_accounts (
  merchant_id uuid NOT NULL,
  ledger_account_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  currency currency NOT NULL,
  kind ledger_account_kind NOT NULL,
  balance bigint DEFAULT 0 NOT NULL,
  floor bigint,
  low_balance_threshold bigint,
  PRIMARY KEY (merchant_id, ledger_account_id),
  UNIQUE (merchant_id, ledger_account_id, currency),
  UNIQUE (merchant_id, payee_detail_id, kind),
  FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  CHECK (floor IS NULL OR balance >= floor),
  CHECK ((kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')) OR floor >= 0),
  CHECK (low_balance_threshold > 0)
);

-- A movement of money: its legs sum to zero per currency. Append-only.
CREATE TABLE ledger_transfers (
  merchant_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  kind text NOT NULL,
  at timestamptz(3) NOT NULL,
  payment_id uuid,
  refund_id uuid,
  payout_payment_id uuid,
  exchange_id uuid,
  PRIMARY KEY (merchant_id, transfer_id),
  CHECK (kind IN ('PAY_IN', 'PAY_IN_HELD', 'PAY_IN_RELEASED', 'PAY_IN_RETURNED', 'REFUND_RESERVED', 'REFUND_PROCESSED', 'REFUND_GIVEN_BACK', 'REFUND_RETURNED', 'PAYOUT_RESERVED', 'PAYOUT_PROCESSED', 'PAYOUT_GIVEN_BACK', 'PAYOUT_RETURNED', 'EXCHANGE', 'FEE'))
);
CREATE INDEX ledger_transfers_other ON ledger_transfers (merchant_id, transfer_id) INCLUDE (kind, payment_id, refund_id, payout_payment_id)
  WHERE kind <> 'PAY_IN';
CREATE INDEX ledger_transfers_payment ON ledger_transfers (merchant_id, payment_id)
  WHERE payment_id IS NOT NULL;
CREATE TRIGGER ledger_transfers_history BEFORE DELETE OR UPDATE ON ledger_transfers FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_never_emptied BEFORE TRUNCATE ON ledger_transfers FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- One side of a transfer. Append-only.
CREATE TABLE ledger_legs (
  merchant_id uuid NOT NULL,
  transfer_id uuid NOT NULL,
  ledger_account_id uuid NOT NULL,
  currency currency NOT NULL,
  amount bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  balance_after bigint,
  PRIMARY KEY (merchant_id, transfer_id, ledger_account_id),
  FOREIGN KEY (merchant_id, ledger_account_id, currency) REFERENCES ledger_accounts(merchant_id, ledger_account_id, currency),
  FOREIGN KEY (merchant_id, transfer_id) REFERENCES ledger_transfers(merchant_id, transfer_id),
  CHECK (amount <> 0)
);
CREATE INDEX ledger_legs_money_out ON ledger_legs (merchant_id, ledger_account_id, at) INCLUDE (amount)
  WHERE amount > 0;
CREATE INDEX ledger_legs_statement ON ledger_legs (merchant_id, ledger_account_id, at DESC, transfer_id DESC) INCLUDE (amount);
CREATE TRIGGER ledger_legs_history BEFORE DELETE OR UPDATE ON ledger_legs FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_legs_never_emptied BEFORE TRUNCATE ON ledger_legs FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_legs_place BEFORE INSERT ON ledger_legs FOR EACH ROW
  EXECUTE FUNCTION place_ledger_leg();
CREATE TRIGGER ledger_legs_post AFTER INSERT ON ledger_legs REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION post_ledger_legs();
CREATE TRIGGER ledger_legs_roll_up AFTER INSERT ON ledger_legs REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_to_balance_daily();

-- The sums of a pay-in account’s lines of one day, for statements.
CREATE TABLE balance_daily (
  merchant_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  day date NOT NULL,
  lines bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (merchant_id, payee_detail_id, day)
);

-- A user who receives an account’s statement by email after each month, and the newest month that was sent.
CREATE TABLE statement_mails (
  merchant_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  user_account_id uuid NOT NULL,
  newest_month date NOT NULL,
  PRIMARY KEY (merchant_id, payee_detail_id, user_account_id),
  FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details(merchant_id, payee_detail_id),
  FOREIGN KEY (user_account_id) REFERENCES accounts(user_account_id) ON DELETE CASCADE
);
CREATE INDEX statement_mails_account ON statement_mails (user_account_id);
CREATE INDEX statement_mails_month ON statement_mails (newest_month);

-- A statement or the pay-ins as a file: daily, weekly or monthly, for whom, and when next.
CREATE TABLE file_schedules (
  merchant_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint,
  format text NOT NULL,
  frequency text NOT NULL,
  email text,
  made_by text NOT NULL,
  made_by_id uuid NOT NULL,
  made_at timestamptz(3) NOT NULL,
  next_file_on date NOT NULL,
  PRIMARY KEY (merchant_id, schedule_id),
  CHECK (length(email) <= 254),
  CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY'))
);
CREATE INDEX file_schedules_due ON file_schedules (next_file_on);

-- A file that a schedule has made: its days, its format and the number of its rows.
CREATE TABLE scheduled_files (
  merchant_id uuid NOT NULL,
  file_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint,
  format text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  rows bigint NOT NULL,
  email text NOT NULL,
  made_by text NOT NULL,
  made_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, file_id)
);
CREATE INDEX scheduled_files_old ON scheduled_files (made_at);
CREATE UNIQUE INDEX scheduled_files_once ON scheduled_files (merchant_id, schedule_id, first_day);

-- books and providers ───────────────────────────────────────────────────────────────────────────────────────────────

-- A difference between our books and the report of a provider or a bank.
CREATE TABLE exceptions (
  merchant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  kind text NOT NULL,
  variant text DEFAULT '' NOT NULL,
  object_kind text NOT NULL,
  object_id uuid NOT NULL,
  payee_detail_id bigint,
  provider text,
  currency currency,
  our_status text,
  our_amount bigint,
  provider_status text,
  provider_amount bigint,
  provider_words text,
  state text DEFAULT 'OPEN' NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  note text,
  decided_by text,
  decided_at timestamptz(3),
  PRIMARY KEY (merchant_id, exception_id),
  UNIQUE (merchant_id, object_id, kind, variant),
  CHECK (kind IN ('STATUS_DIFFERS', 'AMOUNT_DIFFERS', 'UNKNOWN_TO_US', 'UNKNOWN_TO_PROVIDER', 'PAID_TWICE')),
  CHECK (object_kind IN ('PAYMENT', 'REFUND', 'PAYOUT')),
  CHECK (state IN ('OPEN', 'DISPUTED', 'ACCEPTED', 'CLOSED'))
);
CREATE INDEX exceptions_newest_everywhere ON exceptions (first_at DESC, exception_id DESC);
CREATE INDEX exceptions_unresolved ON exceptions (state)
  WHERE state IN ('OPEN', 'DISPUTED');

-- An order or payment that corrects our books to the provider’s report.
CREATE TABLE exception_corrections (
  merchant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  correction_id uuid NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (merchant_id, exception_id, correction_id),
  FOREIGN KEY (merchant_id, exception_id) REFERENCES exceptions(merchant_id, exception_id),
  CHECK (kind IN ('PAYMENT', 'REFUND', 'PAYOUT'))
);

-- A finding of the nightly audit.
CREATE TABLE book_audits (
  rule text NOT NULL,
  at timestamptz(3) NOT NULL,
  count bigint NOT NULL,
  examples jsonb NOT NULL,
  unfinished bigint DEFAULT 0 NOT NULL,
  PRIMARY KEY (rule)
);

-- A day of a provider’s statement that was compared with our orders.
CREATE TABLE reconciliations (
  provider text NOT NULL,
  day date NOT NULL,
  at timestamptz(3) NOT NULL,
  orders integer NOT NULL,
  PRIMARY KEY (provider, day)
);

-- A message from the gateway, encrypted; it names its merchant only by the id of a payment or order.
CREATE TABLE gateway_messages (
  message_id text NOT NULL,
  sealed text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (message_id)
);
CREATE INDEX gateway_messages_old ON gateway_messages (received_at);

-- An order at the simulated provider. It stands for the outside world, so no other table refers to it.
CREATE TABLE simulated_orders (
  order_id uuid NOT NULL,
  is_taken boolean NOT NULL,
  course jsonb NOT NULL,
  submitted jsonb,
  taken_at timestamptz(3),
  PRIMARY KEY (order_id)
);
CREATE INDEX simulated_orders_taken ON simulated_orders (taken_at);

-- notices ───────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A notification; repeated events are one row with a count.
CREATE TABLE notices (
  merchant_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  application_id uuid NOT NULL,
  kind text NOT NULL,
  object_id uuid,
  amount bigint,
  currency currency,
  count integer DEFAULT 1 NOT NULL,
  notice_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, notice_id)
);
CREATE INDEX notices_mailed ON notices (merchant_id, kind, created_at);
CREATE INDEX notices_old ON notices (created_at);
CREATE UNIQUE INDEX notices_once ON notices (merchant_id, notice_key);

-- The time up to which a person has read a merchant’s notifications.
CREATE TABLE notice_reads (
  merchant_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  also_read uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  PRIMARY KEY (merchant_id, user_account_id)
);

-- A person’s choice of emails, the newest notification that was sent, and when.
CREATE TABLE notice_mails (
  merchant_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  kind text NOT NULL,
  mailed_to timestamptz(3) NOT NULL,
  last_mail_at timestamptz(3),
  PRIMARY KEY (merchant_id, user_account_id, kind)
);
CREATE INDEX notice_mails_chosen ON notice_mails (merchant_id, kind);

-- webhooks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A change that is sent to the merchant’s webhooks, written in the transaction of the change.
CREATE TABLE outgoing_events (
  merchant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  application_id uuid NOT NULL,
  kind text NOT NULL,
  object_id uuid NOT NULL,
  status text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, event_id),
  CHECK (kind IN ('PAYMENT', 'REFUND', 'PAYOUT'))
);
CREATE INDEX outgoing_events_old ON outgoing_events (created_at);
CREATE UNIQUE INDEX outgoing_events_once ON outgoing_events (merchant_id, object_id, status);

-- An event as a merchant’s server reads it, with its place in the order of its application.
CREATE TABLE event_feed (
  merchant_id uuid NOT NULL,
  event_id uuid NOT NULL,
  application_id uuid NOT NULL,
  place bigint NOT NULL,
  type text NOT NULL,
  at timestamptz(3) NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (merchant_id, event_id)
);
CREATE INDEX event_feed_old ON event_feed (at);
CREATE UNIQUE INDEX event_feed_places ON event_feed (merchant_id, application_id, place);

-- The place of an application’s newest event. Never smaller, also after events were deleted.
CREATE TABLE event_counters (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  newest bigint NOT NULL,
  PRIMARY KEY (merchant_id, application_id)
);

-- A server of a merchant that receives the types of events that it chose.
CREATE TABLE webhook_endpoints (
  merchant_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  application_id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  types text[] NOT NULL,
  confirmed_at timestamptz(3),
  paused_at timestamptz(3),
  failing_since timestamptz(3),
  challenge_hash text,
  challenge_sent_at timestamptz(3),
  challenge_status integer,
  challenge_error text,
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  PRIMARY KEY (merchant_id, endpoint_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  CHECK (length(name) >= 1 AND length(name) <= 40),
  CHECK (cardinality(types) > 0)
);

-- A key that signs for one endpoint; encrypted.
CREATE TABLE webhook_endpoint_keys (
  merchant_id uuid NOT NULL,
  key_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  sealed text NOT NULL,
  public_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3),
  PRIMARY KEY (merchant_id, key_id),
  FOREIGN KEY (merchant_id, endpoint_id) REFERENCES webhook_endpoints(merchant_id, endpoint_id)
);
CREATE INDEX webhook_endpoint_keys_endpoint ON webhook_endpoint_keys (merchant_id, endpoint_id);

-- Past events that are sent to an endpoint again as tests, and how that ended.
CREATE TABLE webhook_replays (
  merchant_id uuid NOT NULL,
  replay_id uuid NOT NULL,
  application_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  url text NOT NULL,
  day text,
  faults text[] NOT NULL,
  speed double precision,
  has_more boolean NOT NULL,
  started_at timestamptz(3) NOT NULL,
  started_by text NOT NULL,
  unanswered integer DEFAULT 0 NOT NULL,
  ended_at timestamptz(3),
  ending text,
  PRIMARY KEY (merchant_id, replay_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  CHECK (ending IN ('DONE', 'NO_ANSWER', 'STOPPED'))
);
CREATE INDEX webhook_replays_old ON webhook_replays (started_at);
CREATE INDEX webhook_replays_running ON webhook_replays (merchant_id, endpoint_id)
  WHERE ended_at IS NULL;

-- The delivery of one event to one address.
CREATE TABLE webhook_deliveries (
  merchant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid,
  application_id uuid NOT NULL,
  kind text NOT NULL,
  object_id uuid NOT NULL,
  url text NOT NULL,
  state text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  request_body text NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  give_up_at timestamptz(3),
  endpoint_id uuid,
  event_type text,
  replay_id uuid,
  replay_place integer,
  replay_form text,
  replayed_event_id uuid,
  PRIMARY KEY (merchant_id, delivery_id),
  CHECK (kind IN ('PAYMENT', 'REFUND', 'PAYOUT')),
  CHECK (state IN ('PENDING', 'DELIVERED', 'FAILING', 'GAVE_UP'))
);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (merchant_id, endpoint_id, created_at DESC, delivery_id DESC)
  WHERE endpoint_id IS NOT NULL;
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (merchant_id, COALESCE(event_id, replayed_event_id, delivery_id));
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (merchant_id, application_id, created_at DESC, delivery_id DESC);
CREATE INDEX webhook_deliveries_object ON webhook_deliveries (merchant_id, object_id);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (merchant_id, application_id, created_at DESC, delivery_id DESC)
  WHERE state <> 'DELIVERED';
CREATE INDEX webhook_deliveries_replay ON webhook_deliveries (merchant_id, replay_id, replay_place)
  WHERE replay_id IS NOT NULL;

-- One request of a delivery and its response.
CREATE TABLE webhook_attempts (
  merchant_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt smallint NOT NULL,
  at timestamptz(3) NOT NULL,
  http_status smallint,
  duration_ms integer NOT NULL,
  error text,
  response_body text,
  PRIMARY KEY (merchant_id, delivery_id, attempt),
  FOREIGN KEY (merchant_id, delivery_id) REFERENCES webhook_deliveries(merchant_id, delivery_id)
);

-- A call that was made with an application key, without anything secret; kept for 30 days.
CREATE TABLE key_requests (
  merchant_id uuid NOT NULL,
  request_id uuid NOT NULL,
  application_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  key text,
  method text NOT NULL,
  path text NOT NULL,
  query text NOT NULL,
  status integer NOT NULL,
  code text,
  error_message text,
  duration_ms integer NOT NULL,
  address text,
  trace_id text NOT NULL,
  headers text NOT NULL,
  body text,
  object_ids uuid[] NOT NULL,
  refused_key text,
  PRIMARY KEY (merchant_id, request_id)
);
CREATE INDEX key_requests_newest ON key_requests (merchant_id, application_id, at DESC, request_id DESC);
CREATE INDEX key_requests_objects ON key_requests USING gin (object_ids);
CREATE INDEX key_requests_old ON key_requests (at);

-- How many such calls an application made on a day, and how many of them were not stored.
CREATE TABLE key_request_days (
  merchant_id uuid NOT NULL,
  application_id uuid NOT NULL,
  day text NOT NULL,
  begins_at timestamptz(3) NOT NULL,
  with_key bigint NOT NULL,
  without_key bigint NOT NULL,
  unstored bigint NOT NULL,
  PRIMARY KEY (merchant_id, application_id, day)
);
CREATE INDEX key_request_days_old ON key_request_days (begins_at);

-- activity and audit log ────────────────────────────────────────────────────────────────────────────────────────────

-- An action: who did it, to which object, when and from where.
CREATE TABLE activity (
  merchant_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  at timestamptz(3) DEFAULT now() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  ip text,
  detail text,
  actor_id uuid,
  actor_kind text DEFAULT 'MERCHANT' NOT NULL,
  user_agent text,
  trace_id text,
  PRIMARY KEY (merchant_id, activity_id),
  CHECK (actor_kind IN ('MERCHANT', 'ADMIN', 'UNKNOWN'))
);
CREATE INDEX activity_by_action ON activity (merchant_id, action, at DESC, activity_id DESC);
CREATE INDEX activity_newest ON activity (merchant_id, at DESC, activity_id DESC);
CREATE INDEX activity_with_address ON activity (at)
  WHERE ip IS NOT NULL OR user_agent IS NOT NULL;
CREATE INDEX activity_with_names ON activity (at)
  WHERE actor <> 'erased';
CREATE TRIGGER activity_awaits_trail AFTER INSERT ON activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION await_trail();
CREATE TRIGGER activity_erasing BEFORE UPDATE ON activity FOR EACH ROW
  EXECUTE FUNCTION refuse_all_but_erasing();
CREATE TRIGGER activity_history BEFORE DELETE ON activity FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER activity_never_emptied BEFORE TRUNCATE ON activity FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- An action that is not in the audit chain yet.
CREATE TABLE trail_waiting (
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  merchant_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  PRIMARY KEY (merchant_id, seq)
);

-- The actions added to the audit chain in one second; each MAC covers the previous one.
CREATE TABLE trail_batches (
  batch bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  entries integer NOT NULL,
  key_version integer NOT NULL,
  mac text NOT NULL,
  PRIMARY KEY (batch),
  CHECK (batch > 0),
  CHECK (entries > 0)
);
CREATE TRIGGER trail_batches_history BEFORE DELETE OR UPDATE OR TRUNCATE ON trail_batches FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- An action as it was added to the chain: digests of the fields that can be erased.
CREATE TABLE trail_entries (
  batch bigint NOT NULL,
  position integer NOT NULL,
  merchant_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  actor_id uuid,
  actor_kind text NOT NULL,
  action text NOT NULL,
  trace_id text,
  subject text,
  actor_digest text NOT NULL,
  subject_digest text,
  detail_digest text,
  ip_digest text,
  user_agent_digest text,
  mac text NOT NULL,
  PRIMARY KEY (batch, "position")
);
CREATE UNIQUE INDEX trail_entries_activity ON trail_entries (merchant_id, activity_id);
CREATE TRIGGER trail_entries_history BEFORE DELETE OR UPDATE OR TRUNCATE ON trail_entries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();

-- work and limits ───────────────────────────────────────────────────────────────────────────────────────────────────

-- A job with the time when it is due, claimed by one instance at a time.
CREATE TABLE due_work (
  work_id uuid NOT NULL,
  kind text NOT NULL,
  merchant_id uuid,
  object_id uuid,
  payload jsonb DEFAULT '{}' NOT NULL,
  due_at timestamptz(3) NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  claimed_until timestamptz(3),
  lane text,
  failures integer DEFAULT 0 NOT NULL,
  last_error text,
  dead_at timestamptz(3),
  first_failed_at timestamptz(3),
  last_failed_at timestamptz(3),
  PRIMARY KEY (work_id)
);
CREATE INDEX due_work_due ON due_work (due_at)
  WHERE lane IS NULL;
CREATE INDEX due_work_due_lanes ON due_work (due_at, lane)
  WHERE lane IS NOT NULL AND kind <> '';
CREATE INDEX due_work_errors ON due_work (kind)
  WHERE last_error IS NOT NULL;
CREATE INDEX due_work_failures ON due_work (kind, failures)
  WHERE failures > 0;
CREATE INDEX due_work_kinds ON due_work (kind, due_at, work_id)
  WHERE lane IS NULL;
CREATE INDEX due_work_lanes ON due_work (lane, due_at)
  WHERE lane IS NOT NULL;
CREATE UNIQUE INDEX due_work_one_sending ON due_work (object_id)
  WHERE lane IS NOT NULL;

-- A bulk job of refunds or resends, prepared or started.
CREATE TABLE bulk_jobs (
  merchant_id uuid NOT NULL,
  bulk_job_id uuid NOT NULL,
  application_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  user_account_id uuid NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  is_proved boolean DEFAULT false NOT NULL,
  queued_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  end_reason text,
  refund_reference text,
  refund_reason text,
  refund_reason_note text,
  PRIMARY KEY (merchant_id, bulk_job_id),
  FOREIGN KEY (merchant_id, application_id) REFERENCES applications(merchant_id, application_id),
  FOREIGN KEY (merchant_id) REFERENCES merchants(merchant_id),
  CHECK (kind IN ('REFUND', 'RESEND')),
  CHECK (state IN ('PREPARED', 'QUEUED', 'RUNNING', 'DONE', 'STOPPED'))
);
CREATE INDEX bulk_jobs_list ON bulk_jobs (merchant_id, application_id, queued_at DESC);
CREATE INDEX bulk_jobs_prepared ON bulk_jobs (created_at)
  WHERE state = 'PREPARED';

-- One row of a bulk job, which is processed once, and its result.
CREATE TABLE bulk_items (
  merchant_id uuid NOT NULL,
  bulk_job_id uuid NOT NULL,
  place integer NOT NULL,
  object_id uuid NOT NULL,
  state text NOT NULL,
  amount bigint,
  currency currency,
  reason text,
  result_id uuid,
  done_at timestamptz(3),
  PRIMARY KEY (merchant_id, bulk_job_id, place),
  FOREIGN KEY (merchant_id, bulk_job_id) REFERENCES bulk_jobs(merchant_id, bulk_job_id) ON DELETE CASCADE,
  CHECK (state IN ('PLANNED', 'EXCLUDED', 'DONE', 'FAILED', 'STOPPED'))
);
CREATE INDEX bulk_items_planned ON bulk_items (merchant_id, bulk_job_id, place)
  WHERE state = 'PLANNED';

-- The digest of a webhook address whose last delivery failed. Other addresses are served first.
CREATE TABLE suspect_lanes (
  lane_key text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (lane_key)
);
CREATE INDEX suspect_lanes_expiry ON suspect_lanes (expires_at);

-- A mail to be sent.
CREATE TABLE outbox_mail (
  mail_id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  sent_at timestamptz(3),
  given_up_at timestamptz(3),
  PRIMARY KEY (mail_id)
);
CREATE INDEX outbox_mail_newest ON outbox_mail (created_at DESC);

-- The number of one caller’s calls in one time window.
CREATE TABLE throttle_counters (
  key text NOT NULL,
  window_start timestamptz(3) NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
CREATE INDEX throttle_counters_start ON throttle_counters (window_start);

-- A key of the server, encrypted under SECRETS_KEY: for signing, webhooks and the audit log.
CREATE TABLE server_secrets (
  name text NOT NULL,
  value text NOT NULL,
  created_at timestamptz(3) DEFAULT now() NOT NULL,
  signs_from timestamptz(3),
  ends_at timestamptz(3),
  PRIMARY KEY (name)
);

-- database ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- A migration that has run.
CREATE TABLE migrations (
  name text NOT NULL,
  ran_at timestamptz DEFAULT now() NOT NULL,
  needs text,
  PRIMARY KEY (name)
);

-- The position that a read replica must have reached before a person who changed something reads from it.
CREATE TABLE write_positions (
  user_account_id uuid NOT NULL,
  position pg_lsn NOT NULL,
  PRIMARY KEY (user_account_id)
);

-- Sample data that was written.
CREATE TABLE sample_worlds (
  seed text NOT NULL,
  payments integer NOT NULL,
  days integer NOT NULL,
  relative_to timestamptz(3) NOT NULL,
  PRIMARY KEY (seed)
);

-- How many old records a rule of core/records/retention.ts removed, and the oldest that is left.
CREATE TABLE retention_runs (
  rule text NOT NULL,
  ran_at timestamptz(3) NOT NULL,
  removed bigint NOT NULL,
  oldest_at timestamptz(3),
  PRIMARY KEY (rule)
);

-- functions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE OR REPLACE FUNCTION add_refunds_to_payments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
  UPDATE payments AS p
    SET amount_refunded = p.amount_refunded + c.done, amount_refunding = p.amount_refunding + c.active
    FROM (SELECT merchant_id, payment_id, sum(done) AS done, sum(active) AS active
      FROM (SELECT merchant_id, payment_id, CASE WHEN status = 'PROCESSED' THEN amount ELSE 0 END AS done,
        CASE WHEN status IN ('IN_PROGRESS', 'HELD') THEN amount ELSE 0 END AS active FROM added) AS changed GROUP BY 1, 2) AS c
    WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id AND (c.done <> 0 OR c.active <> 0);
  ELSIF TG_OP = 'DELETE' THEN
  UPDATE payments AS p
    SET amount_refunded = p.amount_refunded + c.done, amount_refunding = p.amount_refunding + c.active
    FROM (SELECT merchant_id, payment_id, sum(done) AS done, sum(active) AS active
      FROM (SELECT merchant_id, payment_id, -CASE WHEN status = 'PROCESSED' THEN amount ELSE 0 END AS done,
        -CASE WHEN status IN ('IN_PROGRESS', 'HELD') THEN amount ELSE 0 END AS active FROM removed) AS changed GROUP BY 1, 2) AS c
    WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id AND (c.done <> 0 OR c.active <> 0);
  ELSE
  UPDATE payments AS p
    SET amount_refunded = p.amount_refunded + c.done, amount_refunding = p.amount_refunding + c.active
    FROM (SELECT merchant_id, payment_id, sum(done) AS done, sum(active) AS active
      FROM (SELECT merchant_id, payment_id, CASE WHEN status = 'PROCESSED' THEN amount ELSE 0 END AS done,
        CASE WHEN status IN ('IN_PROGRESS', 'HELD') THEN amount ELSE 0 END AS active FROM added UNION ALL SELECT merchant_id, payment_id, -CASE WHEN status = 'PROCESSED' THEN amount ELSE 0 END AS done,
        -CASE WHEN status IN ('IN_PROGRESS', 'HELD') THEN amount ELSE 0 END AS active FROM removed) AS changed GROUP BY 1, 2) AS c
    WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id AND (c.done <> 0 OR c.active <> 0);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION add_to_balance_daily()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO balance_daily AS d
    SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE 'UTC')::date, count(*), -sum(l.amount)
    FROM added AS l JOIN ledger_accounts AS a
      ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
    WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, payee_detail_id, day) DO UPDATE SET lines = d.lines + excluded.lines, amount = d.amount + excluded.amount;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION add_to_payments_daily()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
  WITH changed AS MATERIALIZED (
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(n) AS n, sum(amount) AS amount FROM (SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type,
        coalesce(risk, '') AS risk, hold = 'HELD' AS is_held, is_refunded, 1 AS n, amount AS amount FROM added) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), slots AS MATERIALIZED (
    SELECT merchant_id, take_roll_up_slot(merchant_id) AS slot FROM (SELECT DISTINCT merchant_id FROM changed ORDER BY 1) AS m
  ), days AS (
    INSERT INTO payments_daily AS d (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, n, amount
    FROM changed JOIN slots USING (merchant_id) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO payments_monthly AS m (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, date_trunc('month', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded, slot, sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount;
  ELSIF TG_OP = 'DELETE' THEN
  WITH changed AS MATERIALIZED (
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(n) AS n, sum(amount) AS amount FROM (SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type,
        coalesce(risk, '') AS risk, hold = 'HELD' AS is_held, is_refunded, -1 AS n, -amount AS amount FROM removed) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), slots AS MATERIALIZED (
    SELECT merchant_id, take_roll_up_slot(merchant_id) AS slot FROM (SELECT DISTINCT merchant_id FROM changed ORDER BY 1) AS m
  ), days AS (
    INSERT INTO payments_daily AS d (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, n, amount
    FROM changed JOIN slots USING (merchant_id) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO payments_monthly AS m (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, date_trunc('month', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded, slot, sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount;
  ELSE
  WITH changed AS MATERIALIZED (
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(n) AS n, sum(amount) AS amount FROM (SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type,
        coalesce(risk, '') AS risk, hold = 'HELD' AS is_held, is_refunded, 1 AS n, amount AS amount FROM added UNION ALL SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type,
        coalesce(risk, '') AS risk, hold = 'HELD' AS is_held, is_refunded, -1 AS n, -amount AS amount FROM removed) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), slots AS MATERIALIZED (
    SELECT merchant_id, take_roll_up_slot(merchant_id) AS slot FROM (SELECT DISTINCT merchant_id FROM changed ORDER BY 1) AS m
  ), days AS (
    INSERT INTO payments_daily AS d (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot, n, amount
    FROM changed JOIN slots USING (merchant_id) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO payments_monthly AS m (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot, count, amount)
    SELECT merchant_id, date_trunc('month', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded, slot, sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION await_trail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO trail_waiting (seq, merchant_id, activity_id) OVERRIDING SYSTEM VALUE
    SELECT nextval('trail_waiting_seq_seq'), merchant_id, activity_id FROM (SELECT * FROM added ORDER BY at, activity_id) AS a;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION guard_money_out_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('PROCESSED', 'FAILED', 'CANCELLED', 'HELD'))
    OR (OLD.status = 'HELD' AND NEW.status IN ('PROCESSED', 'CANCELLED', 'FAILED'))
    OR (OLD.status = 'PROCESSED' AND NEW.status = 'RETURNED') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION guard_payment_intent_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.status = 'NOT_STARTED' AND NEW.status IN ('IN_PROGRESS', 'EXPIRED'))
    OR (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('COMPLETED', 'FAILED', 'EXPIRED')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment intent % cannot go from % to %', OLD.payment_intent_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION guard_payment_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.status = 'COMPLETED' AND NEW.status = 'SETTLED')
    OR (OLD.status < 'COMPLETED' AND (NEW.status > OLD.status)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment % cannot go from % to %', OLD.payment_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $function$;

CREATE OR REPLACE FUNCTION keep_last_merchant_admin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM 1 FROM merchants WHERE merchant_id = OLD.merchant_id FOR NO KEY UPDATE;
  -- Who has not accepted the invitation cannot sign in, and is no stand-in for one who can.
  PERFORM 1 FROM accounts
    WHERE merchant_id = OLD.merchant_id AND user_account_id <> OLD.user_account_id AND admin_id IS NULL
      AND is_enabled AND 'MERCHANT_ADMIN' = ANY (roles)
      AND (invitation = 'ACCEPTED' OR OLD.invitation = 'PENDING');
  IF FOUND THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'account % is the last enabled MERCHANT_ADMIN of its merchant', OLD.user_account_id
    USING ERRCODE = 'check_violation', CONSTRAINT = 'accounts_last_admin';
END $function$;

CREATE OR REPLACE FUNCTION letters_beyond_ascii(text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN string_to_array(translate(text, '0123456789abcdefghijklmnopqrstuvwxyz-.@
', ''), NULL);

CREATE OR REPLACE FUNCTION place_ledger_leg()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE payee bigint; last record;
BEGIN
  SELECT payee_detail_id FROM ledger_accounts WHERE merchant_id = NEW.merchant_id
    AND ledger_account_id = NEW.ledger_account_id AND kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE') INTO payee;
  IF payee IS NULL THEN RETURN NEW; END IF;
  SELECT FROM ledger_accounts WHERE merchant_id = NEW.merchant_id AND payee_detail_id = payee
    AND kind = 'SETTLEMENT' FOR UPDATE INTO last;
  SELECT l.at, l.transfer_id, l.ledger_account_id, coalesce(l.balance_after, -sum(a.balance) OVER ()) AS balance
    FROM ledger_accounts AS a LEFT JOIN LATERAL (
      SELECT at, transfer_id, ledger_account_id, balance_after FROM ledger_legs
      WHERE merchant_id = NEW.merchant_id AND ledger_account_id = a.ledger_account_id
      ORDER BY at DESC, transfer_id DESC LIMIT 1) AS l ON true
    WHERE a.merchant_id = NEW.merchant_id AND a.payee_detail_id = payee AND a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    ORDER BY l.at DESC NULLS LAST, l.transfer_id DESC, l.ledger_account_id DESC LIMIT 1 INTO last;
  IF (NEW.at, NEW.transfer_id, NEW.ledger_account_id) <= (last.at, last.transfer_id, last.ledger_account_id) THEN
    NEW.at := last.at + interval '1 millisecond';
  END IF;
  NEW.balance_after := last.balance - NEW.amount;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION post_ledger_legs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE broken record;
BEGIN
  SELECT transfer_id, currency, sum(amount) AS remainder INTO broken FROM added
    GROUP BY merchant_id, transfer_id, currency HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance in %: % left over', broken.transfer_id, broken.currency, broken.remainder
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfers_balance';
  END IF;
  WITH moved AS MATERIALIZED (
    SELECT merchant_id, ledger_account_id, sum(amount) AS amount FROM added GROUP BY 1, 2
  ), locked AS MATERIALIZED (
    SELECT a.merchant_id, a.ledger_account_id, m.amount FROM ledger_accounts AS a
      JOIN moved AS m ON m.merchant_id = a.merchant_id AND m.ledger_account_id = a.ledger_account_id
      ORDER BY 1, 2 FOR UPDATE OF a
  )
  UPDATE ledger_accounts AS a SET balance = a.balance + l.amount FROM locked AS l
    WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION refuse_all_but_erasing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.merchant_id, NEW.activity_id, NEW.at, NEW.actor_id, NEW.actor_kind, NEW.action, NEW.trace_id)
      IS DISTINCT FROM (OLD.merchant_id, OLD.activity_id, OLD.at, OLD.actor_id, OLD.actor_kind, OLD.action, OLD.trace_id)
    OR NEW.actor NOT IN (OLD.actor, 'erased')
    OR NEW.subject <> OLD.subject AND NOT (NEW.subject = 'erased' AND OLD.subject LIKE '%@%')
    OR NEW.detail IS NOT NULL AND NEW.detail IS DISTINCT FROM OLD.detail
    OR NEW.ip IS NOT NULL AND NEW.ip IS DISTINCT FROM OLD.ip
    OR NEW.user_agent IS NOT NULL AND NEW.user_agent IS DISTINCT FROM OLD.user_agent THEN
    RAISE EXCEPTION '% is history: personal details may be erased, nothing else changes', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is history: it is only added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$;

CREATE OR REPLACE FUNCTION table_beside(here text, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
  shard CONSTANT text := substring(here FROM '_(\d{6,})$');
  beside text;
BEGIN
  IF shard IS NULL OR to_regclass('pg_catalog.pg_dist_shard') IS NULL THEN RETURN wanted; END IF;
  SELECT wanted || '_' || other.shardid INTO STRICT beside
    FROM pg_dist_shard AS mine
      JOIN pg_dist_shard AS other ON other.logicalrelid = wanted::regclass AND other.shardminvalue = mine.shardminvalue
    WHERE mine.shardid = shard;
  RETURN beside;
END $function$;

CREATE OR REPLACE FUNCTION take_roll_up_slot(merchant uuid)
 RETURNS smallint
 LANGUAGE plpgsql
AS $function$
BEGIN
  FOR slot IN 0..15 LOOP
    IF pg_try_advisory_xact_lock(hashtextextended('payments roll-up ' || merchant, slot)) THEN RETURN slot; END IF;
  END LOOP;
  RETURN 16;
END $function$;
