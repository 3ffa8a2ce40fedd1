-- Payouts and their schedules, one per pay-in account, and exchanges.

CREATE TABLE outbound_payments (
  merchant_id uuid NOT NULL,
  payout_payment_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('PAYOUT', 'SCHEDULED_PAYOUT')),
  status money_out_status NOT NULL,
  status_description text,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  reference text,
  destination jsonb NOT NULL,
  initiated_by text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  payout_schedule_id uuid,
  slot_at timestamptz(3),
  PRIMARY KEY (merchant_id, payout_payment_id),
  CONSTRAINT outbound_payments_application FOREIGN KEY (merchant_id, application_id) REFERENCES applications,
  CONSTRAINT outbound_payments_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details
);
CREATE INDEX outbound_payments_newest
  ON outbound_payments (merchant_id, application_id, currency, created_at DESC, payout_payment_id DESC) INCLUDE (status, amount);
-- One payout per slot, also with concurrent workers.
CREATE UNIQUE INDEX outbound_payments_slot ON outbound_payments (merchant_id, payout_schedule_id, slot_at)
  WHERE payout_schedule_id IS NOT NULL;
CREATE TRIGGER outbound_payments_status_graph BEFORE UPDATE OF status ON outbound_payments
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_money_out_status();

CREATE TABLE payout_schedules (
  merchant_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  application_id uuid NOT NULL,
  payee_detail_id bigint NOT NULL,
  is_enabled boolean NOT NULL,
  frequency text NOT NULL CHECK (frequency IN ('DAILY', 'WEEKLY', 'MONTHLY')),
  day_of_week text CHECK (day_of_week IN ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY')),
  day_of_month smallint CHECK (day_of_month BETWEEN 1 AND 28),
  time_utc text NOT NULL CHECK (time_utc ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  amount_type text NOT NULL CHECK (amount_type IN ('ALL', 'FIXED')),
  amount bigint CHECK (amount > 0),
  minimum_balance bigint NOT NULL CHECK (minimum_balance >= 0),
  next_run_at timestamptz(3) NOT NULL,
  updated_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, schedule_id),
  CONSTRAINT payout_schedules_one UNIQUE (merchant_id, payee_detail_id),
  CONSTRAINT payout_schedules_application FOREIGN KEY (merchant_id, application_id) REFERENCES applications,
  CONSTRAINT payout_schedules_payee FOREIGN KEY (merchant_id, payee_detail_id) REFERENCES payee_details,
  CHECK ((frequency = 'WEEKLY') = (day_of_week IS NOT NULL)),
  CHECK ((frequency = 'MONTHLY') = (day_of_month IS NOT NULL)),
  CHECK ((amount_type = 'FIXED') = (amount IS NOT NULL))
);

-- Quotes and their exchanges: at most one each, also with concurrent calls.
CREATE TABLE exchange_quotes (
  merchant_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  application_id uuid NOT NULL,
  from_payee_detail_id bigint NOT NULL,
  to_payee_detail_id bigint NOT NULL,
  sell_amount bigint NOT NULL CHECK (sell_amount > 0),
  sell_currency currency NOT NULL,
  buy_amount bigint NOT NULL CHECK (buy_amount > 0),
  buy_currency currency NOT NULL,
  rate numeric(12, 6) NOT NULL CHECK (rate > 0),
  mid_rate numeric(12, 6) NOT NULL CHECK (mid_rate > 0),
  fee bigint NOT NULL CHECK (fee >= 0 AND fee < sell_amount),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, quote_id),
  CONSTRAINT exchange_quotes_from FOREIGN KEY (merchant_id, from_payee_detail_id) REFERENCES payee_details,
  CONSTRAINT exchange_quotes_to FOREIGN KEY (merchant_id, to_payee_detail_id) REFERENCES payee_details,
  CHECK (sell_currency <> buy_currency)
);

CREATE TABLE exchanges (
  merchant_id uuid NOT NULL,
  exchange_id uuid NOT NULL,
  quote_id uuid NOT NULL,
  application_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('IN_PROGRESS', 'COMPLETED', 'FAILED')),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (merchant_id, exchange_id),
  CONSTRAINT exchanges_quote_once UNIQUE (merchant_id, quote_id),
  CONSTRAINT exchanges_quote FOREIGN KEY (merchant_id, quote_id) REFERENCES exchange_quotes
);
CREATE INDEX exchanges_newest ON exchanges (merchant_id, application_id, created_at DESC, exchange_id DESC);

-- Payouts and refunds of the last 24 hours, summed by user and by merchant for the step-up limit.
CREATE TABLE moved_money (
  merchant_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  user_account_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency NOT NULL,
  PRIMARY KEY (merchant_id, movement_id)
);
CREATE INDEX moved_money_by_merchant ON moved_money (merchant_id, at);
CREATE INDEX moved_money_by_person ON moved_money (user_account_id, at);
