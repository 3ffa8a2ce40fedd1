-- A database as the last build before the baseline left it (0058-reconciliations): people, books with money held and under way, a trail of which some
-- rows wait, and secrets and a mail in clear as builds before sealing stored them. Made by pg_dump --inserts; history, never changed.
SET LOCAL check_function_bodies = false;
SELECT pg_catalog.set_config('search_path', '', true);

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE TYPE public.currency AS ENUM (
    'EUR',
    'GBP'
);

CREATE TYPE public.hold_state AS ENUM (
    'NONE',
    'HELD',
    'RELEASED',
    'RETURNED'
);

CREATE TYPE public.ledger_account_kind AS ENUM (
    'AVAILABLE',
    'HELD',
    'PENDING_OUT',
    'SETTLEMENT',
    'FEES',
    'EXCHANGE'
);

CREATE TYPE public.money_out_status AS ENUM (
    'IN_PROGRESS',
    'HELD',
    'PROCESSED',
    'FAILED',
    'CANCELLED',
    'RETURNED'
);

CREATE TYPE public.payment_intent_status AS ENUM (
    'NOT_STARTED',
    'IN_PROGRESS',
    'COMPLETED',
    'FAILED',
    'EXPIRED'
);

CREATE TYPE public.payment_status AS ENUM (
    'NEW',
    'AWAITING_AUTHORIZATION',
    'AUTHORIZED',
    'PENDING',
    'COMPLETED',
    'FAILED',
    'SETTLED'
);

CREATE TYPE public.payment_type AS ENUM (
    'VOLUME',
    'EXTERNAL'
);

CREATE TYPE public.risk_category AS ENUM (
    'LOW',
    'MEDIUM',
    'HIGH',
    'NA'
);

CREATE FUNCTION public.add_refunds_to_payments() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  columns CONSTANT text := 'merchant_id, payment_id, CASE WHEN status = ''PROCESSED'' THEN amount ELSE 0 END AS done,
    CASE WHEN status IN (''IN_PROGRESS'', ''HELD'') THEN amount ELSE 0 END AS active';
  added CONSTANT text := 'SELECT ' || columns || ', 1 AS n FROM added';
  removed CONSTANT text := 'SELECT ' || columns || ', -1 AS n FROM removed';
BEGIN
  EXECUTE 'UPDATE payments AS p
    SET amount_refunded = p.amount_refunded + c.done, amount_refunding = p.amount_refunding + c.active
    FROM (SELECT merchant_id, payment_id, sum(n * done)::bigint AS done, sum(n * active)::bigint AS active FROM ('
    || CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END
    || ') AS changed GROUP BY 1, 2) AS c
    WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id AND (c.done <> 0 OR c.active <> 0)';
  RETURN NULL;
END $$;

CREATE FUNCTION public.add_to_balance_daily() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO balance_daily AS d
    SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE 'UTC')::date, count(*), -sum(l.amount)
    FROM added AS l JOIN ledger_accounts AS a ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
    WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, payee_detail_id, day) DO UPDATE SET lines = d.lines + excluded.lines, amount = d.amount + excluded.amount;
  RETURN NULL;
END $$;

CREATE FUNCTION public.add_to_payments_daily() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  columns CONSTANT text := 'merchant_id, (created_at AT TIME ZONE ''UTC'')::date AS day, application_id, currency, status, type,
    coalesce(risk::text, '''') AS risk, hold = ''HELD'' AS is_held, is_refunded';
  added CONSTANT text := 'SELECT ' || columns || ', 1 AS n, amount FROM added';
  removed CONSTANT text := 'SELECT ' || columns || ', -1 AS n, -amount AS amount FROM removed';
BEGIN
  EXECUTE 'WITH changed AS MATERIALIZED (
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(n) AS n, sum(amount) AS amount FROM ('
    || CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END
    || ') AS moved
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
    SELECT merchant_id, date_trunc(''month'', day::timestamp)::date AS month, application_id, currency, status, type, risk, is_held, is_refunded, slot,
      sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount';
  RETURN NULL;
END $$;

CREATE FUNCTION public.await_trail() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO trail_waiting (merchant_id, activity_id) SELECT merchant_id, activity_id FROM added ORDER BY at, activity_id;
  RETURN NULL;
END $$;

CREATE FUNCTION public.guard_money_out_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('PROCESSED', 'FAILED', 'CANCELLED', 'HELD'))
    OR (OLD.status = 'HELD' AND NEW.status IN ('PROCESSED', 'CANCELLED', 'FAILED'))
    OR (OLD.status = 'PROCESSED' AND NEW.status = 'RETURNED') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION public.guard_payment_intent_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.status = 'NOT_STARTED' AND NEW.status IN ('IN_PROGRESS', 'EXPIRED'))
    OR (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('COMPLETED', 'FAILED', 'EXPIRED')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment intent % cannot go from % to %', OLD.payment_intent_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION public.guard_payment_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF (OLD.status = 'COMPLETED' AND NEW.status = 'SETTLED')
    OR (OLD.status < 'COMPLETED' AND (NEW.status > OLD.status)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment % cannot go from % to %', OLD.payment_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION public.keep_last_merchant_admin() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;

CREATE FUNCTION public.letters_beyond_ascii(text text) RETURNS text[]
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN string_to_array(translate(text, '0123456789abcdefghijklmnopqrstuvwxyz-.@ 
'::text, ''::text), NULL::text);

CREATE FUNCTION public.post_ledger_legs() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  broken record;
BEGIN
  SELECT transfer_id, currency, sum(amount) AS remainder INTO broken FROM added
    GROUP BY merchant_id, transfer_id, currency HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance in %: % left over', broken.transfer_id, broken.currency, broken.remainder
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfers_balance';
  END IF;
  WITH moved AS MATERIALIZED (
    SELECT merchant_id, ledger_account_id, sum(amount)::bigint AS amount FROM added GROUP BY 1, 2
  ), locked AS MATERIALIZED (
    SELECT a.merchant_id, a.ledger_account_id, m.amount FROM ledger_accounts AS a
      JOIN moved AS m ON m.merchant_id = a.merchant_id AND m.ledger_account_id = a.ledger_account_id
      ORDER BY 1, 2 FOR UPDATE OF a
  )
  UPDATE ledger_accounts AS a SET balance = a.balance + l.amount FROM locked AS l
    WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id;
  RETURN NULL;
END $$;

CREATE FUNCTION public.refuse_all_but_erasing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is history: it is only added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION public.take_roll_up_slot(merchant uuid) RETURNS smallint
    LANGUAGE plpgsql
    AS $$
BEGIN
  FOR slot IN 0..15 LOOP
    IF pg_try_advisory_xact_lock(hashtextextended('payments roll-up ' || merchant, slot)) THEN RETURN slot; END IF;
  END LOOP;
  RETURN 16;
END $$;

CREATE TABLE public.accounts (
    user_account_id uuid NOT NULL,
    email text NOT NULL,
    name text,
    phone text,
    password_hash text,
    is_enabled boolean DEFAULT true NOT NULL,
    two_factor text DEFAULT 'NONE'::text NOT NULL,
    totp_secret text,
    totp_last_step bigint,
    admin_id uuid,
    merchant_id uuid,
    roles text[] DEFAULT '{}'::text[] NOT NULL,
    last_sign_in_at timestamp(3) with time zone,
    invitation text DEFAULT 'ACCEPTED'::text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT accounts_check CHECK (((two_factor <> 'TOTP'::text) OR (totp_secret IS NOT NULL))),
    CONSTRAINT accounts_invitation_check CHECK ((invitation = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text]))),
    CONSTRAINT accounts_two_factor_check CHECK ((two_factor = ANY (ARRAY['NONE'::text, 'EMAIL'::text, 'TOTP'::text])))
);

CREATE TABLE public.activity (
    merchant_id uuid NOT NULL,
    activity_id uuid NOT NULL,
    at timestamp(3) with time zone DEFAULT now() NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    ip text,
    detail text,
    actor_id uuid,
    actor_kind text DEFAULT 'MERCHANT'::text NOT NULL,
    user_agent text,
    trace_id text
);

CREATE TABLE public.application_secrets (
    merchant_id uuid NOT NULL,
    application_id uuid NOT NULL,
    key text NOT NULL,
    value_hash text NOT NULL,
    last_letters text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    updated_by text NOT NULL,
    CONSTRAINT application_secrets_key_check CHECK ((key = ANY (ARRAY['PRIMARY'::text, 'SECONDARY'::text])))
);

CREATE TABLE public.applications (
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
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.balance_daily (
    merchant_id uuid NOT NULL,
    payee_detail_id bigint NOT NULL,
    day date NOT NULL,
    lines bigint NOT NULL,
    amount bigint NOT NULL
);

CREATE TABLE public.book_audits (
    rule text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    count bigint NOT NULL,
    examples jsonb NOT NULL
);

CREATE TABLE public.due_work (
    work_id uuid NOT NULL,
    kind text NOT NULL,
    merchant_id uuid,
    object_id uuid,
    payload jsonb DEFAULT '{}'::jsonb NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    claimed_until timestamp(3) with time zone,
    lane text
);

CREATE TABLE public.exception_corrections (
    merchant_id uuid NOT NULL,
    exception_id uuid NOT NULL,
    correction_id uuid NOT NULL,
    kind text NOT NULL,
    CONSTRAINT exception_corrections_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text])))
);

CREATE TABLE public.exceptions (
    merchant_id uuid NOT NULL,
    exception_id uuid NOT NULL,
    kind text NOT NULL,
    variant text DEFAULT ''::text NOT NULL,
    object_kind text NOT NULL,
    object_id uuid NOT NULL,
    payee_detail_id bigint,
    provider text,
    currency public.currency,
    our_status text,
    our_amount bigint,
    provider_status text,
    provider_amount bigint,
    provider_words text,
    state text DEFAULT 'OPEN'::text NOT NULL,
    count integer DEFAULT 1 NOT NULL,
    first_at timestamp(3) with time zone NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    note text,
    decided_by text,
    decided_at timestamp(3) with time zone,
    CONSTRAINT exceptions_kind_check CHECK ((kind = ANY (ARRAY['STATUS_DIFFERS'::text, 'AMOUNT_DIFFERS'::text, 'UNKNOWN_TO_US'::text, 'UNKNOWN_TO_PROVIDER'::text, 'PAID_TWICE'::text]))),
    CONSTRAINT exceptions_object_kind_check CHECK ((object_kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text]))),
    CONSTRAINT exceptions_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DISPUTED'::text, 'ACCEPTED'::text, 'CLOSED'::text])))
);

CREATE TABLE public.exchange_quotes (
    merchant_id uuid NOT NULL,
    quote_id uuid NOT NULL,
    application_id uuid NOT NULL,
    from_payee_detail_id bigint NOT NULL,
    to_payee_detail_id bigint NOT NULL,
    sell_amount bigint NOT NULL,
    sell_currency public.currency NOT NULL,
    buy_amount bigint NOT NULL,
    buy_currency public.currency NOT NULL,
    rate numeric(12,6) NOT NULL,
    mid_rate numeric(12,6) NOT NULL,
    fee bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT exchange_quotes_buy_amount_check CHECK ((buy_amount > 0)),
    CONSTRAINT exchange_quotes_check CHECK (((fee >= 0) AND (fee < sell_amount))),
    CONSTRAINT exchange_quotes_check1 CHECK ((sell_currency <> buy_currency)),
    CONSTRAINT exchange_quotes_mid_rate_check CHECK ((mid_rate > (0)::numeric)),
    CONSTRAINT exchange_quotes_rate_check CHECK ((rate > (0)::numeric)),
    CONSTRAINT exchange_quotes_sell_amount_check CHECK ((sell_amount > 0))
);

CREATE TABLE public.exchanges (
    merchant_id uuid NOT NULL,
    exchange_id uuid NOT NULL,
    quote_id uuid NOT NULL,
    application_id uuid NOT NULL,
    status text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT exchanges_status_check CHECK ((status = ANY (ARRAY['IN_PROGRESS'::text, 'COMPLETED'::text, 'FAILED'::text])))
);

CREATE TABLE public.idempotency_keys (
    merchant_id uuid NOT NULL,
    user_account_id uuid NOT NULL,
    path text NOT NULL,
    key uuid NOT NULL,
    body_hash text NOT NULL,
    answer_status integer,
    answer_body jsonb,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.institutions (
    institution_id text NOT NULL,
    name text NOT NULL,
    full_name text NOT NULL,
    countries jsonb NOT NULL,
    currencies text[] NOT NULL,
    environment_type text NOT NULL,
    CONSTRAINT institutions_environment_type_check CHECK ((environment_type = ANY (ARRAY['SANDBOX'::text, 'LIVE'::text])))
);

CREATE TABLE public.known_places (
    place_hash text NOT NULL,
    user_account_id uuid NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.ledger_accounts (
    merchant_id uuid NOT NULL,
    ledger_account_id uuid NOT NULL,
    payee_detail_id bigint NOT NULL,
    currency public.currency NOT NULL,
    kind public.ledger_account_kind NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    floor bigint,
    CONSTRAINT ledger_accounts_floor CHECK (((floor IS NULL) OR (balance >= floor))),
    CONSTRAINT ledger_accounts_floor_of_own CHECK (((kind = ANY (ARRAY['SETTLEMENT'::public.ledger_account_kind, 'FEES'::public.ledger_account_kind, 'EXCHANGE'::public.ledger_account_kind])) OR (floor >= 0)))
);

CREATE TABLE public.ledger_legs (
    merchant_id uuid NOT NULL,
    transfer_id uuid NOT NULL,
    ledger_account_id uuid NOT NULL,
    currency public.currency NOT NULL,
    amount bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT ledger_legs_amount_check CHECK ((amount <> 0))
);

CREATE TABLE public.ledger_transfers (
    merchant_id uuid NOT NULL,
    transfer_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    payment_id uuid,
    refund_id uuid,
    payout_payment_id uuid,
    exchange_id uuid,
    CONSTRAINT ledger_transfers_kind_check CHECK ((kind = ANY (ARRAY['PAY_IN'::text, 'PAY_IN_HELD'::text, 'PAY_IN_RELEASED'::text, 'PAY_IN_RETURNED'::text, 'REFUND_RESERVED'::text, 'REFUND_PROCESSED'::text, 'REFUND_GIVEN_BACK'::text, 'REFUND_RETURNED'::text, 'PAYOUT_RESERVED'::text, 'PAYOUT_PROCESSED'::text, 'PAYOUT_GIVEN_BACK'::text, 'PAYOUT_RETURNED'::text, 'EXCHANGE'::text, 'FEE'::text])))
);

CREATE TABLE public.merchants (
    merchant_id uuid NOT NULL,
    email text,
    company_name text NOT NULL,
    payment_flat_fee_in_percentage numeric(6,3) DEFAULT 0 NOT NULL,
    is_enabled boolean DEFAULT true NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT merchants_payment_flat_fee_in_percentage_check CHECK (((payment_flat_fee_in_percentage >= (0)::numeric) AND (payment_flat_fee_in_percentage <= (100)::numeric)))
);

CREATE TABLE public.migrations (
    name text NOT NULL,
    ran_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.moved_money (
    merchant_id uuid NOT NULL,
    movement_id uuid NOT NULL,
    user_account_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    amount bigint NOT NULL,
    currency public.currency NOT NULL,
    CONSTRAINT moved_money_amount_check CHECK ((amount > 0))
);

CREATE TABLE public.object_directory (
    object_id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    kind text NOT NULL
);

CREATE TABLE public.one_time_requests (
    id_hash text NOT NULL,
    kind text NOT NULL,
    user_account_id uuid NOT NULL,
    code_hash text,
    secret text,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sent_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT one_time_requests_kind_check CHECK ((kind = ANY (ARRAY['OTP'::text, 'TWO_FACTOR'::text, 'EMAIL_FACTOR'::text, 'STEP_UP'::text])))
);

CREATE TABLE public.outbound_payments (
    merchant_id uuid NOT NULL,
    payout_payment_id uuid NOT NULL,
    application_id uuid NOT NULL,
    payee_detail_id bigint NOT NULL,
    type text NOT NULL,
    status public.money_out_status NOT NULL,
    status_description text,
    amount bigint NOT NULL,
    currency public.currency NOT NULL,
    reference text,
    destination jsonb NOT NULL,
    initiated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    payout_schedule_id uuid,
    slot_at timestamp(3) with time zone,
    CONSTRAINT outbound_payments_amount_check CHECK ((amount > 0)),
    CONSTRAINT outbound_payments_type_check CHECK ((type = ANY (ARRAY['PAYOUT'::text, 'SCHEDULED_PAYOUT'::text])))
);

CREATE TABLE public.outbox_mail (
    mail_id uuid NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    sent_at timestamp(3) with time zone,
    given_up_at timestamp(3) with time zone
);

CREATE TABLE public.outgoing_events (
    merchant_id uuid NOT NULL,
    event_id uuid NOT NULL,
    application_id uuid NOT NULL,
    kind text NOT NULL,
    object_id uuid NOT NULL,
    status text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT outgoing_events_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text])))
);

CREATE TABLE public.payee_details (
    merchant_id uuid NOT NULL,
    payee_detail_id bigint NOT NULL,
    application_id uuid NOT NULL,
    selector text,
    for_currency public.currency NOT NULL,
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
    CONSTRAINT payee_details_va_provider_type_check CHECK ((va_provider_type = ANY (ARRAY['NONE'::text, 'MODULR'::text, 'OPTIMUS'::text, 'ISX'::text])))
);

ALTER TABLE public.payee_details ALTER COLUMN payee_detail_id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.payee_details_payee_detail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.payer_search (
    merchant_id uuid NOT NULL,
    payer_key uuid NOT NULL,
    text text NOT NULL
);

CREATE TABLE public.payment_events (
    merchant_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    seq smallint NOT NULL,
    type text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor text,
    detail text
);

CREATE TABLE public.payment_intents (
    merchant_id uuid NOT NULL,
    payment_intent_id uuid NOT NULL,
    application_id uuid NOT NULL,
    is_link boolean NOT NULL,
    merchant_payment_id text,
    customer_intent_description text,
    merchant_intent_description text,
    attempt_mode text NOT NULL,
    status public.payment_intent_status NOT NULL,
    amount bigint NOT NULL,
    currency public.currency NOT NULL,
    reference text,
    created_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT payment_intents_amount_check CHECK ((amount > 0)),
    CONSTRAINT payment_intents_attempt_mode_check CHECK ((attempt_mode = ANY (ARRAY['ALLOW_MULTIPLE_ATTEMPTS'::text, 'ALLOW_SINGLE_ATTEMPT'::text])))
);

CREATE TABLE public.payment_search (
    merchant_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    text text NOT NULL,
    payer_key uuid
);

CREATE TABLE public.payments (
    merchant_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    application_id uuid NOT NULL,
    payee_detail_id bigint,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    amount bigint NOT NULL,
    amount_refunded bigint DEFAULT 0 NOT NULL,
    amount_refunding bigint DEFAULT 0 NOT NULL,
    currency public.currency NOT NULL,
    status public.payment_status NOT NULL,
    type public.payment_type NOT NULL,
    risk public.risk_category,
    hold public.hold_state DEFAULT 'NONE'::public.hold_state NOT NULL,
    is_to_virtual_account boolean NOT NULL,
    is_new_payment boolean NOT NULL,
    is_refunded boolean GENERATED ALWAYS AS ((amount_refunded > 0)) STORED NOT NULL,
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
    CONSTRAINT payments_amount_check CHECK ((amount > 0)),
    CONSTRAINT payments_amount_refunded_check CHECK ((amount_refunded >= 0)),
    CONSTRAINT payments_amount_refunding_check CHECK ((amount_refunding >= 0)),
    CONSTRAINT payments_gbp_reference CHECK (((currency <> 'GBP'::public.currency) OR (reference IS NOT NULL))),
    CONSTRAINT payments_hold_only_settled CHECK (((hold = 'NONE'::public.hold_state) OR (status = 'SETTLED'::public.payment_status))),
    CONSTRAINT payments_payer_name_score_check CHECK (((payer_name_score >= 0) AND (payer_name_score <= 100))),
    CONSTRAINT payments_refunds_within_amount CHECK (((amount_refunded + amount_refunding) <= amount)),
    CONSTRAINT payments_settled_only_virtual CHECK (((status <> 'SETTLED'::public.payment_status) OR is_to_virtual_account))
);

CREATE TABLE public.payments_daily (
    merchant_id uuid NOT NULL,
    day date NOT NULL,
    application_id uuid NOT NULL,
    currency public.currency NOT NULL,
    status public.payment_status NOT NULL,
    type public.payment_type NOT NULL,
    risk text NOT NULL,
    is_held boolean NOT NULL,
    is_refunded boolean NOT NULL,
    count bigint NOT NULL,
    amount bigint NOT NULL,
    slot smallint DEFAULT 0 NOT NULL
);

CREATE TABLE public.payments_monthly (
    merchant_id uuid NOT NULL,
    month date NOT NULL,
    application_id uuid NOT NULL,
    currency public.currency NOT NULL,
    status public.payment_status NOT NULL,
    type public.payment_type NOT NULL,
    risk text NOT NULL,
    is_held boolean NOT NULL,
    is_refunded boolean NOT NULL,
    slot smallint DEFAULT 0 NOT NULL,
    count bigint NOT NULL,
    amount bigint NOT NULL
);

CREATE TABLE public.payout_schedules (
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
    next_run_at timestamp(3) with time zone NOT NULL,
    updated_by text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT payout_schedules_amount_check CHECK ((amount > 0)),
    CONSTRAINT payout_schedules_amount_type_check CHECK ((amount_type = ANY (ARRAY['ALL'::text, 'FIXED'::text]))),
    CONSTRAINT payout_schedules_check CHECK (((frequency = 'WEEKLY'::text) = (day_of_week IS NOT NULL))),
    CONSTRAINT payout_schedules_check1 CHECK (((frequency = 'MONTHLY'::text) = (day_of_month IS NOT NULL))),
    CONSTRAINT payout_schedules_check2 CHECK (((amount_type = 'FIXED'::text) = (amount IS NOT NULL))),
    CONSTRAINT payout_schedules_day_of_month_check CHECK (((day_of_month >= 1) AND (day_of_month <= 28))),
    CONSTRAINT payout_schedules_day_of_week_check CHECK ((day_of_week = ANY (ARRAY['MONDAY'::text, 'TUESDAY'::text, 'WEDNESDAY'::text, 'THURSDAY'::text, 'FRIDAY'::text, 'SATURDAY'::text, 'SUNDAY'::text]))),
    CONSTRAINT payout_schedules_frequency_check CHECK ((frequency = ANY (ARRAY['DAILY'::text, 'WEEKLY'::text, 'MONTHLY'::text]))),
    CONSTRAINT payout_schedules_minimum_balance_check CHECK ((minimum_balance >= 0)),
    CONSTRAINT payout_schedules_time_utc_check CHECK ((time_utc ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text))
);

CREATE TABLE public.reconciliations (
    provider text NOT NULL,
    day date NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    orders integer NOT NULL
);

CREATE TABLE public.recovery_codes (
    user_account_id uuid NOT NULL,
    code_hash text NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE public.refunds (
    merchant_id uuid NOT NULL,
    refund_id uuid NOT NULL,
    payment_id uuid NOT NULL,
    amount bigint NOT NULL,
    currency public.currency NOT NULL,
    reference text,
    status public.money_out_status NOT NULL,
    initiated_by text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT refunds_amount_check CHECK ((amount > 0))
);

CREATE TABLE public.reset_tokens (
    token_hash text NOT NULL,
    user_account_id uuid NOT NULL,
    type text NOT NULL,
    is_used boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT reset_tokens_type_check CHECK ((type = ANY (ARRAY['RESET_PASSWORD'::text, 'SET_PASSWORD'::text])))
);

CREATE TABLE public.sample_worlds (
    seed text NOT NULL,
    payments integer NOT NULL,
    days integer NOT NULL,
    relative_to timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.server_secrets (
    name text NOT NULL,
    value text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    signs_from timestamp(3) with time zone,
    ends_at timestamp(3) with time zone
);

CREATE TABLE public.sessions (
    jti text NOT NULL,
    user_account_id uuid NOT NULL,
    merchant_id uuid,
    admin_id uuid,
    issued_at timestamp(3) with time zone NOT NULL,
    signed_in_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    replaced_by text
);

CREATE TABLE public.simulated_orders (
    order_id uuid NOT NULL,
    is_taken boolean NOT NULL,
    course jsonb NOT NULL,
    submitted jsonb,
    taken_at timestamp(3) with time zone
);

CREATE TABLE public.suspect_lanes (
    lane_key text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.throttle_counters (
    key text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    count integer NOT NULL
);

CREATE TABLE public.trail_batches (
    batch bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    entries integer NOT NULL,
    key_version integer NOT NULL,
    mac text NOT NULL,
    CONSTRAINT trail_batches_batch_check CHECK ((batch > 0)),
    CONSTRAINT trail_batches_entries_check CHECK ((entries > 0))
);

CREATE TABLE public.trail_entries (
    batch bigint NOT NULL,
    "position" integer NOT NULL,
    merchant_id uuid NOT NULL,
    activity_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
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
    mac text NOT NULL
);

CREATE TABLE public.trail_waiting (
    seq bigint NOT NULL,
    merchant_id uuid NOT NULL,
    activity_id uuid NOT NULL
);

ALTER TABLE public.trail_waiting ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.trail_waiting_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.unknown_sign_ins (
    minute timestamp(3) with time zone NOT NULL,
    address text NOT NULL,
    failures integer NOT NULL
);

CREATE TABLE public.webhook_attempts (
    merchant_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    attempt smallint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    http_status smallint,
    duration_ms integer NOT NULL,
    error text,
    response_body text
);

CREATE TABLE public.webhook_deliveries (
    merchant_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    event_id uuid,
    application_id uuid NOT NULL,
    kind text NOT NULL,
    object_id uuid NOT NULL,
    url text NOT NULL,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    request_body text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    give_up_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_kind_check CHECK ((kind = ANY (ARRAY['PAYMENT'::text, 'REFUND'::text, 'PAYOUT'::text]))),
    CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILING'::text, 'GAVE_UP'::text])))
);

INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000100', 'merchantadmin@test.example', 'merchantadmin', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.675+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000102', 'operator@test.example', 'operator', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_OPERATOR}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.697+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000104', 'roleless@test.example', 'roleless', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.711+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000105', 'byemail@test.example', 'byemail', NULL, 'plain:correct horse battery', true, 'EMAIL', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.714+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000107', 'disabled@test.example', 'disabled', NULL, 'plain:correct horse battery', false, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.745+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000108', 'stranger@test.example', 'stranger', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000002', '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.746+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000109', 'ofclosed@test.example', 'ofclosed', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000003', '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.747+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000110', 'admin@test.example', 'admin', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, '01900000-0000-7000-8000-0000000000a1', NULL, '{VOLUME_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.748+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000111', 'reader@test.example', 'reader', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, '01900000-0000-7000-8000-0000000000a2', NULL, '{VOLUME_ADMIN_READ}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.748+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000112', 'powerless@test.example', 'powerless', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, '01900000-0000-7000-8000-0000000000a3', NULL, '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.75+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000113', 'both@test.example', 'both', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, '01900000-0000-7000-8000-0000000000a4', '01900000-0000-7000-8000-000000000001', '{VOLUME_ADMIN,MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.751+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000114', 'neither@test.example', 'neither', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, NULL, '{VOLUME_ADMIN,MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.752+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000101', 'editor@test.example', 'editor', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_EDITOR}', '2026-11-21 09:05:00+00', 'ACCEPTED', '2026-11-22 20:30:46.68+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000103', 'viewer@test.example', 'viewer', NULL, 'plain:correct horse battery', true, 'NONE', NULL, NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_VIEWER}', '2026-11-21 09:05:00+00', 'ACCEPTED', '2026-11-22 20:30:46.707+00');
INSERT INTO public.accounts VALUES ('01900000-0000-7000-8000-000000000106', 'bytotp@test.example', 'bytotp', NULL, 'plain:correct horse battery', true, 'TOTP', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', NULL, NULL, '01900000-0000-7000-8000-000000000001', '{MERCHANT_ADMIN}', NULL, 'ACCEPTED', '2026-11-22 20:30:46.741+00');

INSERT INTO public.activity VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-75df-8bc7-ac9c0d9a337c', '2026-11-21 09:05:00+00', 'editor@test.example', 'SIGNED_IN', 'editor@test.example', NULL, NULL, '01900000-0000-7000-8000-000000000101', 'MERCHANT', NULL, '9eaac6022b982112');
INSERT INTO public.activity VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7718-bcc6-d330abbb0e8d', '2026-11-21 09:05:00+00', 'viewer@test.example', 'SIGNED_IN', 'viewer@test.example', NULL, NULL, '01900000-0000-7000-8000-000000000103', 'MERCHANT', NULL, 'f0292b799e0d6c92');

INSERT INTO public.applications VALUES ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000011', 'Web shop', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', false, NULL, NULL, false, '2026-11-22 20:30:46.65+00');
INSERT INTO public.applications VALUES ('01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000012', 'Mobile app', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', false, NULL, NULL, false, '2026-11-22 20:30:46.663+00');
INSERT INTO public.applications VALUES ('01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000021', 'Canary shop', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', false, NULL, NULL, false, '2026-11-22 20:30:46.667+00');

INSERT INTO public.balance_daily VALUES ('01900000-0000-7000-8000-000000000001', 1, '2026-11-21', 5, 9255);

INSERT INTO public.known_places VALUES ('xQtMfOTyICRj_JdEd_W0AKcVIZeU8sxAtZ99NfdryRI', '01900000-0000-7000-8000-000000000101', '2026-11-21 09:05:00+00');
INSERT INTO public.known_places VALUES ('L4ycCTFWuAwGMZCWNJv-MuvXMSIdv2oWZ0CDxC-diQ4', '01900000-0000-7000-8000-000000000103', '2026-11-21 09:05:00+00');

INSERT INTO public.ledger_accounts VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7679-a82f-6ab39f05e2d5', 1, 'GBP', 'FEES', 0, NULL);
INSERT INTO public.ledger_accounts VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7e63-a48a-3652f0f10e7e', 1, 'GBP', 'EXCHANGE', 0, NULL);
INSERT INTO public.ledger_accounts VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-74df-ad7d-7b32e3eb6ebc', 1, 'GBP', 'SETTLEMENT', -9255, NULL);
INSERT INTO public.ledger_accounts VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7a9f-b258-6bc453cb56e6', 1, 'GBP', 'HELD', 400, 0);
INSERT INTO public.ledger_accounts VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-71d7-a61c-d4d5d56c6f03', 1, 'GBP', 'AVAILABLE', 8255, 0);
INSERT INTO public.ledger_accounts VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-73a9-b606-279ae7276c12', 1, 'GBP', 'PENDING_OUT', 600, 0);

INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7d23-a1a0-13f458c33292', '01a1fd5a-0e60-74df-ad7d-7b32e3eb6ebc', 'GBP', -1000, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7d23-a1a0-13f458c33292', '01a1fd5a-0e60-71d7-a61c-d4d5d56c6f03', 'GBP', 1000, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7d1c-95c5-720b135dd066', '01a1fd5a-0e60-74df-ad7d-7b32e3eb6ebc', 'GBP', -250, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7d1c-95c5-720b135dd066', '01a1fd5a-0e60-71d7-a61c-d4d5d56c6f03', 'GBP', 250, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7abd-9f2e-3bc9e7a504f3', '01a1fd5a-0e60-74df-ad7d-7b32e3eb6ebc', 'GBP', -7575, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7abd-9f2e-3bc9e7a504f3', '01a1fd5a-0e60-71d7-a61c-d4d5d56c6f03', 'GBP', 7575, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7157-8970-e4b7caeac33e', '01a1fd5a-0e60-74df-ad7d-7b32e3eb6ebc', 'GBP', -30, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7157-8970-e4b7caeac33e', '01a1fd5a-0e60-71d7-a61c-d4d5d56c6f03', 'GBP', 30, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7345-9a64-e446e5994e8a', '01a1fd5a-0e60-74df-ad7d-7b32e3eb6ebc', 'GBP', -400, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7345-9a64-e446e5994e8a', '01a1fd5a-0e60-7a9f-b258-6bc453cb56e6', 'GBP', 400, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7ce1-af7f-6b5f40d7783a', '01a1fd5a-0e60-71d7-a61c-d4d5d56c6f03', 'GBP', -600, '2026-11-21 09:05:00+00');
INSERT INTO public.ledger_legs VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7ce1-af7f-6b5f40d7783a', '01a1fd5a-0e60-73a9-b606-279ae7276c12', 'GBP', 600, '2026-11-21 09:05:00+00');

INSERT INTO public.ledger_transfers VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7d23-a1a0-13f458c33292', 'PAY_IN', '2026-11-21 09:05:00+00', '01a1fd5a-0e60-78e5-94bd-067d641d7c5c', NULL, NULL, NULL);
INSERT INTO public.ledger_transfers VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7d1c-95c5-720b135dd066', 'PAY_IN', '2026-11-21 09:05:00+00', '01a1fd5a-0e60-7ef9-aeff-af96b7f9dab5', NULL, NULL, NULL);
INSERT INTO public.ledger_transfers VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7abd-9f2e-3bc9e7a504f3', 'PAY_IN', '2026-11-21 09:05:00+00', '01a1fd5a-0e60-765b-bcc4-8aaa0ca18d6f', NULL, NULL, NULL);
INSERT INTO public.ledger_transfers VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7157-8970-e4b7caeac33e', 'PAY_IN', '2026-11-21 09:05:00+00', '01a1fd5a-0e60-78b7-8dbb-a0702631f55d', NULL, NULL, NULL);
INSERT INTO public.ledger_transfers VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7345-9a64-e446e5994e8a', 'PAY_IN_HELD', '2026-11-21 09:05:00+00', '01a1fd5a-0e60-74c8-b7b6-bda26fb28d1c', NULL, NULL, NULL);
INSERT INTO public.ledger_transfers VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7ce1-af7f-6b5f40d7783a', 'PAYOUT_RESERVED', '2026-11-21 09:05:00+00', NULL, NULL, '01a1fd5a-0e60-7a7e-99f0-179c00f5b62e', NULL);

INSERT INTO public.merchants VALUES ('01900000-0000-7000-8000-000000000001', NULL, 'Harbour & Bloom', 1.250, true, '2026-11-22 20:30:46.629+00');
INSERT INTO public.merchants VALUES ('01900000-0000-7000-8000-000000000002', NULL, 'Stranger Canary', 1.250, true, '2026-11-22 20:30:46.639+00');
INSERT INTO public.merchants VALUES ('01900000-0000-7000-8000-000000000003', NULL, 'Closed Ltd', 1.250, false, '2026-11-22 20:30:46.641+00');

INSERT INTO public.migrations VALUES ('0001-identity', '2026-11-22 20:30:44.474762+00');
INSERT INTO public.migrations VALUES ('0002-merchants', '2026-11-22 20:30:44.648429+00');
INSERT INTO public.migrations VALUES ('0003-payments', '2026-11-22 20:30:44.67812+00');
INSERT INTO public.migrations VALUES ('0004-payment-rules', '2026-11-22 20:30:44.718214+00');
INSERT INTO public.migrations VALUES ('0005-ledger', '2026-11-22 20:30:44.728072+00');
INSERT INTO public.migrations VALUES ('0006-deliveries', '2026-11-22 20:30:44.974984+00');
INSERT INTO public.migrations VALUES ('0007-takings', '2026-11-22 20:30:45.030151+00');
INSERT INTO public.migrations VALUES ('0008-money-out', '2026-11-22 20:30:45.03378+00');
INSERT INTO public.migrations VALUES ('0009-balances', '2026-11-22 20:30:45.073925+00');
INSERT INTO public.migrations VALUES ('0010-payment-intents', '2026-11-22 20:30:45.083288+00');
INSERT INTO public.migrations VALUES ('0011-exchange', '2026-11-22 20:30:45.129491+00');
INSERT INTO public.migrations VALUES ('0012-monthly', '2026-11-22 20:30:45.1722+00');
INSERT INTO public.migrations VALUES ('0014-last-admin', '2026-11-22 20:30:45.201095+00');
INSERT INTO public.migrations VALUES ('0015-activity', '2026-11-22 20:30:45.20583+00');
INSERT INTO public.migrations VALUES ('0016-webhooks', '2026-11-22 20:30:45.209139+00');
INSERT INTO public.migrations VALUES ('0019-payers', '2026-11-22 20:30:45.220047+00');
INSERT INTO public.migrations VALUES ('0021-application-secrets', '2026-11-22 20:30:45.23117+00');
INSERT INTO public.migrations VALUES ('0022-roll-up-slots', '2026-11-22 20:30:45.24553+00');
INSERT INTO public.migrations VALUES ('0023-search-letters', '2026-11-22 20:30:45.257822+00');
INSERT INTO public.migrations VALUES ('0025-email-factor', '2026-11-22 20:30:45.266567+00');
INSERT INTO public.migrations VALUES ('0026-open-refunds', '2026-11-22 20:30:45.268337+00');
INSERT INTO public.migrations VALUES ('0027-plain-letters', '2026-11-22 20:30:45.279101+00');
INSERT INTO public.migrations VALUES ('0030-key-rings', '2026-11-22 20:30:45.281724+00');
INSERT INTO public.migrations VALUES ('0031-mails-given-up', '2026-11-22 20:30:45.408649+00');
INSERT INTO public.migrations VALUES ('0034-trail', '2026-11-22 20:30:45.488954+00');
INSERT INTO public.migrations VALUES ('0035-trail-of-before', '2026-11-22 20:30:45.645925+00');
INSERT INTO public.migrations VALUES ('0036-unknown-sign-ins', '2026-11-22 20:30:45.721089+00');
INSERT INTO public.migrations VALUES ('0044-work-by-kind', '2026-11-22 20:30:45.883317+00');
INSERT INTO public.migrations VALUES ('0045-suspect-lanes', '2026-11-22 20:30:45.936572+00');
INSERT INTO public.migrations VALUES ('0048-email-letters', '2026-11-22 20:30:46.14171+00');
INSERT INTO public.migrations VALUES ('0049-known-places', '2026-11-22 20:30:46.190728+00');
INSERT INTO public.migrations VALUES ('0052-moved-money', '2026-11-22 20:30:46.260527+00');
INSERT INTO public.migrations VALUES ('0053-step-up-codes', '2026-11-22 20:30:46.365486+00');
INSERT INTO public.migrations VALUES ('0056-exceptions', '2026-11-22 20:30:46.378705+00');
INSERT INTO public.migrations VALUES ('0057-book-audits', '2026-11-22 20:30:46.52626+00');
INSERT INTO public.migrations VALUES ('0058-reconciliations', '2026-11-22 20:30:46.624371+00');

INSERT INTO public.object_directory VALUES ('01a1fd5a-0e60-78e5-94bd-067d641d7c5c', '01900000-0000-7000-8000-000000000001', 'PAYMENT');
INSERT INTO public.object_directory VALUES ('01a1fd5a-0e60-7ef9-aeff-af96b7f9dab5', '01900000-0000-7000-8000-000000000001', 'PAYMENT');
INSERT INTO public.object_directory VALUES ('01a1fd5a-0e60-765b-bcc4-8aaa0ca18d6f', '01900000-0000-7000-8000-000000000001', 'PAYMENT');
INSERT INTO public.object_directory VALUES ('01a1fd5a-0e60-78b7-8dbb-a0702631f55d', '01900000-0000-7000-8000-000000000001', 'PAYMENT');
INSERT INTO public.object_directory VALUES ('01a1fd5a-0e60-74c8-b7b6-bda26fb28d1c', '01900000-0000-7000-8000-000000000001', 'PAYMENT');

INSERT INTO public.one_time_requests VALUES ('iI4N1eEmOUgo8KXRJvLavYVrLeg7NbmELq8HiDaq9nY', 'TWO_FACTOR', '01900000-0000-7000-8000-000000000101', NULL, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 0, '2026-11-21 09:05:00+00', NULL, '2026-11-21 09:15:00+00', NULL);

INSERT INTO public.outbound_payments VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7a7e-99f0-179c00f5b62e', '01900000-0000-7000-8000-000000000011', 1, 'PAYOUT', 'IN_PROGRESS', NULL, 600, 'GBP', NULL, '{"type": "SCAN"}', NULL, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', NULL, NULL);

INSERT INTO public.outbox_mail VALUES ('dd803d60-782b-46f8-9046-0a757229d7ab', 'viewer@test.example', '123456 is your sign-in code', 'Type 123456.', '2026-11-21 09:00:00+00', NULL, NULL);

INSERT INTO public.payee_details VALUES ('01900000-0000-7000-8000-000000000001', 1, '01900000-0000-7000-8000-000000000011', NULL, 'GBP', true, 'Harbour & Bloom', '{"type": "ACCOUNT_NUMBER", "number": "12345678"}', NULL, NULL, true, false, 'C1', 'A1', 'B1', NULL, 'MODULR');

INSERT INTO public.payment_events VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-78e5-94bd-067d641d7c5c', 1, 'SETTLED', '2026-11-21 09:05:00+00', NULL, NULL);
INSERT INTO public.payment_events VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7ef9-aeff-af96b7f9dab5', 1, 'SETTLED', '2026-11-21 09:05:00+00', NULL, NULL);
INSERT INTO public.payment_events VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-765b-bcc4-8aaa0ca18d6f', 1, 'SETTLED', '2026-11-21 09:05:00+00', NULL, NULL);
INSERT INTO public.payment_events VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-78b7-8dbb-a0702631f55d', 1, 'SETTLED', '2026-11-21 09:05:00+00', NULL, NULL);
INSERT INTO public.payment_events VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-74c8-b7b6-bda26fb28d1c', 1, 'SETTLED', '2026-11-21 09:05:00+00', NULL, NULL);

INSERT INTO public.payment_search VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-78e5-94bd-067d641d7c5c', 'payer 1000', NULL);
INSERT INTO public.payment_search VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7ef9-aeff-af96b7f9dab5', 'payer 250', NULL);
INSERT INTO public.payment_search VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-765b-bcc4-8aaa0ca18d6f', 'payer 7575', NULL);
INSERT INTO public.payment_search VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-78b7-8dbb-a0702631f55d', 'payer 30', NULL);
INSERT INTO public.payment_search VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-74c8-b7b6-bda26fb28d1c', '', NULL);

INSERT INTO public.payments VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-78e5-94bd-067d641d7c5c', '01900000-0000-7000-8000-000000000011', 1, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', 1000, 0, 0, 'GBP', 'SETTLED', 'VOLUME', NULL, 'NONE', true, false, DEFAULT, false, NULL, NULL, NULL, NULL, NULL, NULL, 'REFERENCE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payments VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7ef9-aeff-af96b7f9dab5', '01900000-0000-7000-8000-000000000011', 1, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', 250, 0, 0, 'GBP', 'SETTLED', 'VOLUME', NULL, 'NONE', true, false, DEFAULT, false, NULL, NULL, NULL, NULL, NULL, NULL, 'REFERENCE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payments VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-765b-bcc4-8aaa0ca18d6f', '01900000-0000-7000-8000-000000000011', 1, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', 7575, 0, 0, 'GBP', 'SETTLED', 'VOLUME', NULL, 'NONE', true, false, DEFAULT, false, NULL, NULL, NULL, NULL, NULL, NULL, 'REFERENCE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payments VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-78b7-8dbb-a0702631f55d', '01900000-0000-7000-8000-000000000011', 1, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', 30, 0, 0, 'GBP', 'SETTLED', 'VOLUME', NULL, 'NONE', true, false, DEFAULT, false, NULL, NULL, NULL, NULL, NULL, NULL, 'REFERENCE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.payments VALUES ('01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-74c8-b7b6-bda26fb28d1c', '01900000-0000-7000-8000-000000000011', 1, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', 400, 0, 0, 'GBP', 'SETTLED', 'VOLUME', NULL, 'HELD', true, false, DEFAULT, false, NULL, NULL, NULL, NULL, NULL, NULL, 'REFERENCE', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.payments_daily VALUES ('01900000-0000-7000-8000-000000000001', '2026-11-21', '01900000-0000-7000-8000-000000000011', 'GBP', 'SETTLED', 'VOLUME', '', false, false, 4, 8855, 0);
INSERT INTO public.payments_daily VALUES ('01900000-0000-7000-8000-000000000001', '2026-11-21', '01900000-0000-7000-8000-000000000011', 'GBP', 'SETTLED', 'VOLUME', '', true, false, 1, 400, 0);

INSERT INTO public.payments_monthly VALUES ('01900000-0000-7000-8000-000000000001', '2026-11-01', '01900000-0000-7000-8000-000000000011', 'GBP', 'SETTLED', 'VOLUME', '', false, false, 0, 4, 8855);
INSERT INTO public.payments_monthly VALUES ('01900000-0000-7000-8000-000000000001', '2026-11-01', '01900000-0000-7000-8000-000000000011', 'GBP', 'SETTLED', 'VOLUME', '', true, false, 0, 1, 400);

INSERT INTO public.server_secrets VALUES ('one-time-secrets', '9qwzypQHqSC4LU6W6XZ0zYEdali9WnCjcy-rAwuWpEs', '2026-11-22 20:30:47.885+00', NULL, NULL);
INSERT INTO public.server_secrets VALUES ('access-token', '7J3eoITKbmAuP7at_CblUvjDp-uGWY0r8BU7092EB_I', '2026-11-21 09:05:00+00', NULL, NULL);
INSERT INTO public.server_secrets VALUES ('step-up', 'qWpVcPoKx5EgCWPSrJ6UEITyIYqyB4Q0G83D-gb_irY', '2026-11-22 20:30:48.793+00', NULL, NULL);
INSERT INTO public.server_secrets VALUES ('webhook-signing', 'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC5elgEaE6CkQWToFzCSmqbGZAYxK/msoMg1Fpbrahn0WUm9hxjdHngCtO8SYSR+qVqhMAEguOupl+IJS5VDibfOT0KxLdmJzpHO9Mvr7IDw5dRkZM7QEv0rsU+GtKLRcAjgN9zmSOlMunRSx5yNTJmpUTR2Bu9nJpZulskgCMtvzWRSoamBjoOIgMBVGn4RhkViJAStCwvceNR3pY3iwJttDZPtQ+j2/WkbUDEw0DysWPM8UEMaecl1uOm5RiZaBbcp5thAzDn5EHrQ9a1oBjFZGPECDufqWjHc07hPLkSQbYIkbvWeBse0m/2eampEF6vtzHS1TEnuKpzWU1Y3O6dAgMBAAECggEAF0HbzQuuQomAP0NltjgiF3o0WyK4os8iCakO/n1vRztWuXS1WRQ3HwyEgdDfJnXdLZbhQ/+MoK78fiQZY/FvFuEEwjep/o1vLZT3FXzsr7OkIwaDxXN5wr/yfCfdXDjeD6Wef06FzXZtosCOXAhHHl9dWonEarl7EkK/oHtPzfG7cxeZsIsoAEVv2fzpDIlSjTg0AqZWKlcXZTptsE9iP6ll7BntufHs9l3+aT99XeSK+0j/T9jnUc0f0BkztssoCyztYjVRw/kRKzMkAunDufaZQycueYxDcWam/rVNXdX8eMN7350E0zEDtKOmZDAEC8NPQabKnrrLbwrbikLiYQKBgQD91X6MdWSYii5tJA8tKqt+yA1a73ExhX+IyyrfrjOxcQjJSqwZecFez8PUanGivjYmYJa0Y83frr3n4q8QSiiWgeumJOMN2u1/Do2C+Hgniedt0SNp8dE8shweYNlAc3cFZ0WG6wbatLkmjAwDIrLq8irGt3OV+jAqNJZU0uAgvQKBgQC7D4Y0FOUuzNdtilHkUzobP2KDK6V05ivWYnpFbHP7cyLsMLUDGLVfBTqxOvWlS7dEIFXjod27QseIZURQUVba3T8rLaIsnuyl3ejjXSb84kojCpgyUD+U8aUmmXjoxXDEh0l+AdoUjbXqM9DAiLxJj0LSLME+DE3sE0ud5/STYQKBgB1zi/9YD5fzUHexW2FuNf+7znDin0uTpbyFdjAF0lGgP9i7JUS/b8REbwBSaWTslPPW+SVs/xIZAEfLcWx+bj8oS+M3HHEbGbtIQPsVQTu1MHj5bxZ3zEMylzifHBXyT7j8xoBk/KKbnW/vh+VFPWUtO/Faj7qzEKuU9mxZG1AxAoGBAKtbPkIJfiSQCyxSUFBLmWgKeXDVk7zxeOjrzzw3bEvEnhIlUDwk70i7Hpfp/crNAHYM9QEQb3EybFxa/+hfiqP1lv8zz2L2tqv/C270D1oK5YUSGHfGoWgMsJAaePMqovG1SLKAecjoQ+PmUW1+FJWCAeFMlD0Fwn/m8RcWvCohAoGBAIEV/uAmrBZfWuVepghds8dxek9SDx9f09shIvNj/twBxX60E1S9SDWMnDE1BUoGMtengwyXqtl56EjfOlObfDKpqHBMdkFwFNpHjVtqKSRrDl8mqj6S7mhFm1vzfaA0HsZGPiMnZhNmjK1eP4coAzude9YjUkE5CV968NlM+/Al', '2026-11-21 09:05:00+00', NULL, NULL);

INSERT INTO public.sessions VALUES ('e1998117-5b0f-4188-abb6-680f647224cc', '01900000-0000-7000-8000-000000000101', '01900000-0000-7000-8000-000000000001', NULL, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', '2026-11-21 10:05:00+00', NULL, NULL);
INSERT INTO public.sessions VALUES ('429ffebf-137f-4ca2-b9b7-d0f5c90805f3', '01900000-0000-7000-8000-000000000103', '01900000-0000-7000-8000-000000000001', NULL, '2026-11-21 09:05:00+00', '2026-11-21 09:05:00+00', '2026-11-21 10:05:00+00', NULL, NULL);

INSERT INTO public.throttle_counters VALUES ('sign-in:VMzfiLBWJlqGCKcUv0_BXNzGK5k2Tt0yptdy5HK3vMU', '2026-11-21 09:05:00+00', 0);
INSERT INTO public.throttle_counters VALUES ('step-up-hour:01900000-0000-7000-8000-000000000101', '2026-11-21 09:00:00+00', 0);
INSERT INTO public.throttle_counters VALUES ('sign-in-from:xDnvjRhRPMOyL1yap56ka1I-xePsvlO1h89KIu4gi5Y', '2026-11-21 09:00:00+00', 0);
INSERT INTO public.throttle_counters VALUES ('sign-in:bdOZg4ExOm5vf_ftTMbadlZ4qmNhywjGr9jkTJ3yAhg', '2026-11-21 09:05:00+00', 0);

INSERT INTO public.trail_batches VALUES (1, '2026-11-21 09:05:00+00', 1, 1, 'MFZCpgyn0ri3zULP0fZh1wv9gfxcMsTRBD3PYnTfV84');

INSERT INTO public.trail_entries VALUES (1, 1, '01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-75df-8bc7-ac9c0d9a337c', '2026-11-21 09:05:00+00', '01900000-0000-7000-8000-000000000101', 'MERCHANT', 'SIGNED_IN', '9eaac6022b982112', NULL, 'DjNscv4UMXmItJ5tHYh2suJMebQe40TnvXMETxhQqjU', 'y6qO4hNsGkoZYxSTbsOKfqmvemd5aIuQCa9nTEZXM-Q', NULL, NULL, NULL, 'nF2ZJJ446oMOFdsen3WFkOPSfr5I3m2SXiHAG5qguuQ');

INSERT INTO public.trail_waiting OVERRIDING SYSTEM VALUE VALUES (2, '01900000-0000-7000-8000-000000000001', '01a1fd5a-0e60-7718-bcc6-d330abbb0e8d');

SELECT pg_catalog.setval('public.payee_details_payee_detail_id_seq', 1, false);

SELECT pg_catalog.setval('public.trail_waiting_seq_seq', 2, true);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (user_account_id);

ALTER TABLE public.activity
    ADD CONSTRAINT activity_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['MERCHANT'::text, 'ADMIN'::text, 'UNKNOWN'::text]))) NOT VALID;

ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (merchant_id, activity_id);

ALTER TABLE ONLY public.application_secrets
    ADD CONSTRAINT application_secrets_pkey PRIMARY KEY (merchant_id, application_id, key);

ALTER TABLE ONLY public.applications
    ADD CONSTRAINT applications_pkey PRIMARY KEY (merchant_id, application_id);

ALTER TABLE ONLY public.balance_daily
    ADD CONSTRAINT balance_daily_pkey PRIMARY KEY (merchant_id, payee_detail_id, day);

ALTER TABLE ONLY public.book_audits
    ADD CONSTRAINT book_audits_pkey PRIMARY KEY (rule);

ALTER TABLE ONLY public.due_work
    ADD CONSTRAINT due_work_pkey PRIMARY KEY (work_id);

ALTER TABLE ONLY public.exception_corrections
    ADD CONSTRAINT exception_corrections_pkey PRIMARY KEY (merchant_id, exception_id, correction_id);

ALTER TABLE ONLY public.exceptions
    ADD CONSTRAINT exceptions_once UNIQUE (merchant_id, object_id, kind, variant);

ALTER TABLE ONLY public.exceptions
    ADD CONSTRAINT exceptions_pkey PRIMARY KEY (merchant_id, exception_id);

ALTER TABLE ONLY public.exchange_quotes
    ADD CONSTRAINT exchange_quotes_pkey PRIMARY KEY (merchant_id, quote_id);

ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_pkey PRIMARY KEY (merchant_id, exchange_id);

ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_quote_once UNIQUE (merchant_id, quote_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (merchant_id, user_account_id, path, key);

ALTER TABLE ONLY public.institutions
    ADD CONSTRAINT institutions_pkey PRIMARY KEY (institution_id);

ALTER TABLE ONLY public.known_places
    ADD CONSTRAINT known_places_pkey PRIMARY KEY (place_hash);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_merchant_id_ledger_account_id_currency_key UNIQUE (merchant_id, ledger_account_id, currency);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_merchant_id_payee_detail_id_kind_key UNIQUE (merchant_id, payee_detail_id, kind);

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_pkey PRIMARY KEY (merchant_id, ledger_account_id);

ALTER TABLE ONLY public.ledger_legs
    ADD CONSTRAINT ledger_legs_pkey PRIMARY KEY (merchant_id, transfer_id, ledger_account_id);

ALTER TABLE ONLY public.ledger_transfers
    ADD CONSTRAINT ledger_transfers_pkey PRIMARY KEY (merchant_id, transfer_id);

ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_pkey PRIMARY KEY (merchant_id);

ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.moved_money
    ADD CONSTRAINT moved_money_pkey PRIMARY KEY (merchant_id, movement_id);

ALTER TABLE ONLY public.object_directory
    ADD CONSTRAINT object_directory_pkey PRIMARY KEY (object_id);

ALTER TABLE ONLY public.one_time_requests
    ADD CONSTRAINT one_time_requests_pkey PRIMARY KEY (id_hash);

ALTER TABLE ONLY public.outbound_payments
    ADD CONSTRAINT outbound_payments_pkey PRIMARY KEY (merchant_id, payout_payment_id);

ALTER TABLE ONLY public.outbox_mail
    ADD CONSTRAINT outbox_mail_pkey PRIMARY KEY (mail_id);

ALTER TABLE ONLY public.outgoing_events
    ADD CONSTRAINT outgoing_events_pkey PRIMARY KEY (merchant_id, event_id);

ALTER TABLE ONLY public.payee_details
    ADD CONSTRAINT payee_details_pkey PRIMARY KEY (merchant_id, payee_detail_id);

ALTER TABLE ONLY public.payer_search
    ADD CONSTRAINT payer_search_pkey PRIMARY KEY (merchant_id, payer_key);

ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pkey PRIMARY KEY (merchant_id, payment_id, seq);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_pkey PRIMARY KEY (merchant_id, payment_intent_id);

ALTER TABLE ONLY public.payment_search
    ADD CONSTRAINT payment_search_pkey PRIMARY KEY (merchant_id, payment_id);

ALTER TABLE ONLY public.payments_daily
    ADD CONSTRAINT payments_daily_pkey PRIMARY KEY (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, slot) INCLUDE (count, amount);

ALTER TABLE ONLY public.payments_monthly
    ADD CONSTRAINT payments_monthly_pkey PRIMARY KEY (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded, slot) INCLUDE (count, amount);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (merchant_id, payment_id);

ALTER TABLE ONLY public.payout_schedules
    ADD CONSTRAINT payout_schedules_one UNIQUE (merchant_id, payee_detail_id);

ALTER TABLE ONLY public.payout_schedules
    ADD CONSTRAINT payout_schedules_pkey PRIMARY KEY (merchant_id, schedule_id);

ALTER TABLE ONLY public.reconciliations
    ADD CONSTRAINT reconciliations_pkey PRIMARY KEY (provider, day);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_account_id, code_hash);

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (merchant_id, refund_id);

ALTER TABLE ONLY public.reset_tokens
    ADD CONSTRAINT reset_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.sample_worlds
    ADD CONSTRAINT sample_worlds_pkey PRIMARY KEY (seed);

ALTER TABLE ONLY public.server_secrets
    ADD CONSTRAINT server_secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (jti);

ALTER TABLE ONLY public.simulated_orders
    ADD CONSTRAINT simulated_orders_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY public.suspect_lanes
    ADD CONSTRAINT suspect_lanes_pkey PRIMARY KEY (lane_key);

ALTER TABLE ONLY public.throttle_counters
    ADD CONSTRAINT throttle_counters_pkey PRIMARY KEY (key, window_start);

ALTER TABLE ONLY public.trail_batches
    ADD CONSTRAINT trail_batches_pkey PRIMARY KEY (batch);

ALTER TABLE ONLY public.trail_entries
    ADD CONSTRAINT trail_entries_pkey PRIMARY KEY (batch, "position");

ALTER TABLE ONLY public.trail_waiting
    ADD CONSTRAINT trail_waiting_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY public.unknown_sign_ins
    ADD CONSTRAINT unknown_sign_ins_pkey PRIMARY KEY (minute, address);

ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (merchant_id, delivery_id, attempt);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (merchant_id, delivery_id);

CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));

CREATE INDEX accounts_email_letters ON public.accounts USING btree (lower((email COLLATE "C")));

CREATE INDEX accounts_merchant ON public.accounts USING btree (merchant_id);

CREATE INDEX activity_by_action ON public.activity USING btree (merchant_id, action, at DESC, activity_id DESC);

CREATE INDEX activity_newest ON public.activity USING btree (merchant_id, at DESC, activity_id DESC);

CREATE INDEX due_work_due ON public.due_work USING btree (due_at) WHERE (lane IS NULL);

CREATE INDEX due_work_kinds ON public.due_work USING btree (kind, due_at, work_id) WHERE (lane IS NULL);

CREATE INDEX due_work_lanes ON public.due_work USING btree (lane, due_at) WHERE (lane IS NOT NULL);

CREATE UNIQUE INDEX due_work_one_sending ON public.due_work USING btree (object_id) WHERE (lane IS NOT NULL);

CREATE INDEX exceptions_newest_everywhere ON public.exceptions USING btree (first_at DESC, exception_id DESC);

CREATE INDEX exceptions_unresolved ON public.exceptions USING btree (state) WHERE (state = ANY (ARRAY['OPEN'::text, 'DISPUTED'::text]));

CREATE INDEX exchanges_newest ON public.exchanges USING btree (merchant_id, application_id, created_at DESC, exchange_id DESC);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

CREATE INDEX known_places_account ON public.known_places USING btree (user_account_id, last_seen_at);

CREATE INDEX ledger_legs_statement ON public.ledger_legs USING btree (merchant_id, ledger_account_id, at DESC, transfer_id DESC) INCLUDE (amount);

CREATE INDEX ledger_transfers_payment ON public.ledger_transfers USING btree (merchant_id, payment_id) WHERE (payment_id IS NOT NULL);

CREATE INDEX moved_money_by_merchant ON public.moved_money USING btree (merchant_id, at);

CREATE INDEX moved_money_by_person ON public.moved_money USING btree (user_account_id, at);

CREATE INDEX one_time_requests_account ON public.one_time_requests USING btree (user_account_id);

CREATE INDEX outbound_payments_newest ON public.outbound_payments USING btree (merchant_id, application_id, currency, created_at DESC, payout_payment_id DESC) INCLUDE (status, amount);

CREATE UNIQUE INDEX outbound_payments_slot ON public.outbound_payments USING btree (merchant_id, payout_schedule_id, slot_at) WHERE (payout_schedule_id IS NOT NULL);

CREATE INDEX outbox_mail_newest ON public.outbox_mail USING btree (created_at DESC);

CREATE UNIQUE INDEX outgoing_events_once ON public.outgoing_events USING btree (merchant_id, object_id, status);

CREATE INDEX payee_details_application ON public.payee_details USING btree (merchant_id, application_id);

CREATE INDEX payer_search_letters ON public.payer_search USING gin (merchant_id, public.letters_beyond_ascii(text)) WITH (fastupdate=off) WHERE (octet_length(text) > char_length(text));

CREATE INDEX payer_search_text ON public.payer_search USING gin (merchant_id, text public.gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX payment_intents_newest ON public.payment_intents USING btree (merchant_id, created_at DESC, payment_intent_id DESC) INCLUDE (application_id, is_link, status);

CREATE INDEX payment_search_letters ON public.payment_search USING gin (merchant_id, public.letters_beyond_ascii(text)) WITH (fastupdate=off) WHERE (octet_length(text) > char_length(text));

CREATE INDEX payment_search_payer ON public.payment_search USING btree (merchant_id, payer_key, payment_id) WHERE (payer_key IS NOT NULL);

CREATE INDEX payment_search_text ON public.payment_search USING gin (merchant_id, text public.gin_trgm_ops) WITH (fastupdate=off);

CREATE INDEX payments_daily_day ON public.payments_daily USING btree (day);

CREATE UNIQUE INDEX payments_intent_paid_once ON public.payments USING btree (merchant_id, payment_intent_id) WHERE ((payment_intent_id IS NOT NULL) AND (status = ANY (ARRAY['AUTHORIZED'::public.payment_status, 'PENDING'::public.payment_status, 'COMPLETED'::public.payment_status, 'SETTLED'::public.payment_status])));

CREATE INDEX payments_monthly_month ON public.payments_monthly USING btree (month);

CREATE INDEX payments_newest ON public.payments USING btree (merchant_id, created_at DESC, payment_id DESC) INCLUDE (application_id, amount, status, currency, type, risk, hold, is_refunded, is_new_payment);

CREATE INDEX payments_newest_everywhere ON public.payments USING btree (created_at DESC, payment_id DESC) INCLUDE (merchant_id, application_id, amount, status, currency, type, risk, hold, is_refunded, is_new_payment);

CREATE INDEX payments_of_intent ON public.payments USING btree (merchant_id, payment_intent_id) WHERE (payment_intent_id IS NOT NULL);

CREATE INDEX payments_refunding ON public.payments USING btree (merchant_id, created_at DESC, payment_id DESC) WHERE (amount_refunding > 0);

CREATE INDEX payments_returned ON public.payments USING btree (merchant_id, created_at) INCLUDE (application_id, currency, status, amount) WHERE (hold = 'RETURNED'::public.hold_state);

CREATE INDEX payments_tracing ON public.payments USING btree (tracing_id text_pattern_ops);

CREATE INDEX refunds_by_payment ON public.refunds USING btree (merchant_id, payment_id);

CREATE UNIQUE INDEX refunds_one_active ON public.refunds USING btree (merchant_id, payment_id) WHERE (status = ANY (ARRAY['IN_PROGRESS'::public.money_out_status, 'HELD'::public.money_out_status]));

CREATE INDEX reset_tokens_account ON public.reset_tokens USING btree (user_account_id);

CREATE INDEX sessions_account ON public.sessions USING btree (user_account_id);

CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

CREATE INDEX simulated_orders_taken ON public.simulated_orders USING btree (taken_at);

CREATE INDEX suspect_lanes_expiry ON public.suspect_lanes USING btree (expires_at);

CREATE INDEX throttle_counters_start ON public.throttle_counters USING btree (window_start);

CREATE UNIQUE INDEX trail_entries_activity ON public.trail_entries USING btree (merchant_id, activity_id);

CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (merchant_id, application_id, created_at DESC, delivery_id DESC);

CREATE INDEX webhook_deliveries_object ON public.webhook_deliveries USING btree (merchant_id, object_id);

CREATE INDEX webhook_deliveries_open ON public.webhook_deliveries USING btree (merchant_id, application_id, created_at DESC, delivery_id DESC) WHERE (state <> 'DELIVERED'::text);

CREATE TRIGGER accounts_last_admin BEFORE UPDATE OF is_enabled, roles, merchant_id ON public.accounts FOR EACH ROW WHEN (((old.merchant_id IS NOT NULL) AND (old.admin_id IS NULL) AND old.is_enabled AND ('MERCHANT_ADMIN'::text = ANY (old.roles)) AND (NOT (new.is_enabled AND ('MERCHANT_ADMIN'::text = ANY (new.roles)) AND (NOT (new.merchant_id IS DISTINCT FROM old.merchant_id)))))) EXECUTE FUNCTION public.keep_last_merchant_admin();

CREATE TRIGGER activity_awaits_trail AFTER INSERT ON public.activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.await_trail();

CREATE TRIGGER activity_erasing BEFORE UPDATE ON public.activity FOR EACH ROW EXECUTE FUNCTION public.refuse_all_but_erasing();

CREATE TRIGGER activity_history BEFORE DELETE OR TRUNCATE ON public.activity FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER ledger_legs_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_legs FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER ledger_legs_post AFTER INSERT ON public.ledger_legs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.post_ledger_legs();

CREATE TRIGGER ledger_legs_roll_up AFTER INSERT ON public.ledger_legs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_to_balance_daily();

CREATE TRIGGER ledger_transfers_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER outbound_payments_status_graph BEFORE UPDATE OF status ON public.outbound_payments FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.guard_money_out_status();

CREATE TRIGGER payment_events_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER payment_intents_status_graph BEFORE UPDATE OF status ON public.payment_intents FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.guard_payment_intent_status();

CREATE TRIGGER payments_daily_delete AFTER DELETE ON public.payments REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.add_to_payments_daily();

CREATE TRIGGER payments_daily_insert AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_to_payments_daily();

CREATE TRIGGER payments_daily_update AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_to_payments_daily();

CREATE TRIGGER payments_status_graph BEFORE UPDATE OF status ON public.payments FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.guard_payment_status();

CREATE TRIGGER refunds_status_graph BEFORE UPDATE OF status ON public.refunds FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION public.guard_money_out_status();

CREATE TRIGGER refunds_sum_delete AFTER DELETE ON public.refunds REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION public.add_refunds_to_payments();

CREATE TRIGGER refunds_sum_insert AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_refunds_to_payments();

CREATE TRIGGER refunds_sum_update AFTER UPDATE ON public.refunds REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.add_refunds_to_payments();

CREATE TRIGGER trail_batches_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.trail_batches FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER trail_entries_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.trail_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE ONLY public.application_secrets
    ADD CONSTRAINT application_secrets_merchant_id_application_id_fkey FOREIGN KEY (merchant_id, application_id) REFERENCES public.applications(merchant_id, application_id);

ALTER TABLE ONLY public.applications
    ADD CONSTRAINT applications_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES public.merchants(merchant_id);

ALTER TABLE ONLY public.exception_corrections
    ADD CONSTRAINT exception_corrections_exception FOREIGN KEY (merchant_id, exception_id) REFERENCES public.exceptions(merchant_id, exception_id);

ALTER TABLE ONLY public.exchange_quotes
    ADD CONSTRAINT exchange_quotes_from FOREIGN KEY (merchant_id, from_payee_detail_id) REFERENCES public.payee_details(merchant_id, payee_detail_id);

ALTER TABLE ONLY public.exchange_quotes
    ADD CONSTRAINT exchange_quotes_to FOREIGN KEY (merchant_id, to_payee_detail_id) REFERENCES public.payee_details(merchant_id, payee_detail_id);

ALTER TABLE ONLY public.exchanges
    ADD CONSTRAINT exchanges_quote FOREIGN KEY (merchant_id, quote_id) REFERENCES public.exchange_quotes(merchant_id, quote_id);

ALTER TABLE ONLY public.known_places
    ADD CONSTRAINT known_places_user_account_id_fkey FOREIGN KEY (user_account_id) REFERENCES public.accounts(user_account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ledger_accounts
    ADD CONSTRAINT ledger_accounts_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES public.payee_details(merchant_id, payee_detail_id);

ALTER TABLE ONLY public.ledger_legs
    ADD CONSTRAINT ledger_legs_account FOREIGN KEY (merchant_id, ledger_account_id, currency) REFERENCES public.ledger_accounts(merchant_id, ledger_account_id, currency);

ALTER TABLE ONLY public.ledger_legs
    ADD CONSTRAINT ledger_legs_transfer FOREIGN KEY (merchant_id, transfer_id) REFERENCES public.ledger_transfers(merchant_id, transfer_id);

ALTER TABLE ONLY public.one_time_requests
    ADD CONSTRAINT one_time_requests_user_account_id_fkey FOREIGN KEY (user_account_id) REFERENCES public.accounts(user_account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbound_payments
    ADD CONSTRAINT outbound_payments_application FOREIGN KEY (merchant_id, application_id) REFERENCES public.applications(merchant_id, application_id);

ALTER TABLE ONLY public.outbound_payments
    ADD CONSTRAINT outbound_payments_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES public.payee_details(merchant_id, payee_detail_id);

ALTER TABLE ONLY public.payee_details
    ADD CONSTRAINT payee_details_merchant_id_application_id_fkey FOREIGN KEY (merchant_id, application_id) REFERENCES public.applications(merchant_id, application_id);

ALTER TABLE ONLY public.payment_intents
    ADD CONSTRAINT payment_intents_application FOREIGN KEY (merchant_id, application_id) REFERENCES public.applications(merchant_id, application_id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_application FOREIGN KEY (merchant_id, application_id) REFERENCES public.applications(merchant_id, application_id);

ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES public.payee_details(merchant_id, payee_detail_id);

ALTER TABLE ONLY public.payout_schedules
    ADD CONSTRAINT payout_schedules_application FOREIGN KEY (merchant_id, application_id) REFERENCES public.applications(merchant_id, application_id);

ALTER TABLE ONLY public.payout_schedules
    ADD CONSTRAINT payout_schedules_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES public.payee_details(merchant_id, payee_detail_id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_account_id_fkey FOREIGN KEY (user_account_id) REFERENCES public.accounts(user_account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_payment FOREIGN KEY (merchant_id, payment_id) REFERENCES public.payments(merchant_id, payment_id);

ALTER TABLE ONLY public.reset_tokens
    ADD CONSTRAINT reset_tokens_user_account_id_fkey FOREIGN KEY (user_account_id) REFERENCES public.accounts(user_account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_account_id_fkey FOREIGN KEY (user_account_id) REFERENCES public.accounts(user_account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_delivery FOREIGN KEY (merchant_id, delivery_id) REFERENCES public.webhook_deliveries(merchant_id, delivery_id);
