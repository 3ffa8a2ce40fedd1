/** Schedules of payouts, one per pay-in account, and the books the simulated account providers keep of their own. */
export const moneyOut = `
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

-- One payout a slot, whatever runs the schedule.
ALTER TABLE outbound_payments ADD COLUMN payout_schedule_id uuid, ADD COLUMN slot_at timestamptz(3);
CREATE UNIQUE INDEX outbound_payments_slot ON outbound_payments (merchant_id, payout_schedule_id, slot_at)
  WHERE payout_schedule_id IS NOT NULL;

-- The outside world: nothing of ours refers to it, and no transaction of ours writes it.
CREATE TABLE simulated_orders (
  order_id uuid PRIMARY KEY,
  is_taken boolean NOT NULL,
  course jsonb NOT NULL
);
`
