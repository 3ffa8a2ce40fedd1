/** Quotes and the exchanges made of them: one each, whatever happens at the same time. */
export const exchange = `
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
`
