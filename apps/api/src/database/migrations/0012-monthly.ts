/** Months of the daily roll-up, so that counting years adds up a handful of rows. */
export const monthly = `
CREATE TABLE payments_monthly (
  merchant_id uuid NOT NULL,
  -- The month's first day.
  month date NOT NULL,
  application_id uuid NOT NULL,
  currency currency NOT NULL,
  status payment_status NOT NULL,
  type payment_type NOT NULL,
  risk text NOT NULL,
  is_held boolean NOT NULL,
  is_refunded boolean NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded) INCLUDE (count)
);
CREATE INDEX payments_monthly_month ON payments_monthly (month);

INSERT INTO payments_monthly
SELECT merchant_id, date_trunc('month', day::timestamp)::date, application_id, currency, status, type, risk, is_held, is_refunded, sum(count)
FROM payments_daily GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

-- Days and months follow every insert, update and delete exactly; keys are taken in one order, so that two writers cannot lock crosswise.
CREATE OR REPLACE FUNCTION add_to_payments_daily() RETURNS trigger LANGUAGE plpgsql AS $$
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
  ), days AS (
    INSERT INTO payments_daily AS d SELECT * FROM changed
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO payments_monthly AS m
    SELECT merchant_id, date_trunc(''month'', day::timestamp)::date, application_id, currency, status, type, risk, is_held, is_refunded, sum(n)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, application_id, currency, status, type, risk, is_held, is_refunded)
    DO UPDATE SET count = m.count + excluded.count';
  RETURN NULL;
END $$;
`
