-- Invariants of payments, refunds and payment intents, whichever code writes them. The triggers handle whole statements, so that a single
-- payment and a bulk load work in the same way; each touches only rows of the merchants in its statement.

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

CREATE FUNCTION guard_payment_intent_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status = 'NOT_STARTED' AND NEW.status IN ('IN_PROGRESS', 'EXPIRED'))
    OR (OLD.status = 'IN_PROGRESS' AND NEW.status IN ('COMPLETED', 'FAILED', 'EXPIRED')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment intent % cannot go from % to %', OLD.payment_intent_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payment_intents_status_graph BEFORE UPDATE OF status ON payment_intents
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION guard_payment_intent_status();

-- A payment's refunded and refunding sums are updated from its refunds; a check on the payment keeps them within its amount.
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
