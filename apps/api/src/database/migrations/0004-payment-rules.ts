/**
 * What keeps payments true whoever writes them. The sums work on whole statements, so that one payment and a bulk load
 * take the same road; each touches only the rows of the merchants in its statement.
 */
export const paymentRules = `
CREATE FUNCTION guard_payment_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status = 'COMPLETED' AND NEW.status = 'SETTLED')
    OR (OLD.status < 'COMPLETED' AND (NEW.status > OLD.status)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment % cannot go from % to %', OLD.payment_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payments_status_graph BEFORE UPDATE OF status ON payments
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_payment_status();

CREATE FUNCTION guard_money_out_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('PROCESSED', 'FAILED', 'CANCELLED', 'HELD'))
    OR (OLD.status = 'HELD' AND NEW.status IN ('PROCESSED', 'CANCELLED', 'FAILED'))
    OR (OLD.status = 'PROCESSED' AND NEW.status = 'RETURNED') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER refunds_status_graph BEFORE UPDATE OF status ON refunds
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_money_out_status();

-- The day's counts follow every insert, update and delete exactly; keys are taken in one order, so that two writers cannot lock crosswise.
CREATE FUNCTION add_to_payments_daily() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  columns CONSTANT text := 'merchant_id, (created_at AT TIME ZONE ''UTC'')::date AS day, application_id, currency, status, type,
    coalesce(risk::text, '''') AS risk, hold = ''HELD'' AS is_held, is_refunded';
  added CONSTANT text := 'SELECT ' || columns || ', 1 AS n, amount FROM added';
  removed CONSTANT text := 'SELECT ' || columns || ', -1 AS n, -amount AS amount FROM removed';
BEGIN
  EXECUTE 'INSERT INTO payments_daily AS d
    SELECT merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded, sum(n), sum(amount) FROM ('
    || CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END
    || ') AS changed
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, application_id, currency, status, type, risk, is_held, is_refunded)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount';
  RETURN NULL;
END $$;
CREATE TRIGGER payments_daily_insert AFTER INSERT ON payments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_daily_update AFTER UPDATE ON payments REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_payments_daily();
CREATE TRIGGER payments_daily_delete AFTER DELETE ON payments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_payments_daily();

-- A payment's refunded and refunding sums follow its refunds; the payment's own check keeps them within the amount.
CREATE FUNCTION add_refunds_to_payments() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER refunds_sum_insert AFTER INSERT ON refunds REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_refunds_to_payments();
CREATE TRIGGER refunds_sum_update AFTER UPDATE ON refunds REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION add_refunds_to_payments();
CREATE TRIGGER refunds_sum_delete AFTER DELETE ON refunds REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION add_refunds_to_payments();
`
