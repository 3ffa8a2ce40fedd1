/** On one server triggers run static SQL, whose plans PostgreSQL keeps; on shards they must find their tables first. */
export type TriggerForm = 'one server' | 'distributed';

/**
 * A statement of a trigger function. `beside.name` means the table on one server, and on a shard of a distributed
 * database the table's shard with the same merchants.
 */
const run = (statement: string, form: TriggerForm): string =>
  form === 'one server'
    ? `${statement.replaceAll('beside.', '')};`
    : `EXECUTE '${statement
        .replaceAll("'", "''")
        .replaceAll(/beside\.(\w+)/g, (_, table: string) => `' || table_beside(TG_TABLE_NAME, '${table}') || '`)}';`;

/** The same for a query about the trigger's row `NEW` and a variable `payee`; its first row goes `into` a variable. */
const read = (query: string, into: string, form: TriggerForm): string =>
  form === 'one server'
    ? run(`${query} INTO ${into}`, form)
    : run(query.replaceAll('NEW.', '$1.').replaceAll(/\bpayee\b/g, '$2'), form).replace(/;$/, ` INTO ${into} USING NEW, payee;`);

const define = (name: string, body: string, { declare = '', result = 'NULL' } = {}): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$${declare && `\nDECLARE ${declare}`}
BEGIN
  ${body}
  RETURN ${result};
END $$;`;

/** `write` gets the rows that a statement added with the sign 1 and those that it removed with the sign -1. */
function onChanges(form: TriggerForm, rowsOf: (table: string, sign: string) => string, write: (rows: string) => string) {
  const [added, removed] = [rowsOf('added', ''), rowsOf('removed', '-')];
  return `IF TG_OP = 'INSERT' THEN
  ${run(write(added), form)}
  ELSIF TG_OP = 'DELETE' THEN
  ${run(write(removed), form)}
  ELSE
  ${run(write(`${added} UNION ALL ${removed}`), form)}
  END IF;`;
}

const addRefundsToPayments = (form: TriggerForm) =>
  define(
    'add_refunds_to_payments',
    onChanges(
      form,
      (table, sign) => `SELECT merchant_id, payment_id, ${sign}CASE WHEN status = 'PROCESSED' THEN amount ELSE 0 END AS done,
        ${sign}CASE WHEN status IN ('IN_PROGRESS', 'HELD') THEN amount ELSE 0 END AS active FROM ${table}`,
      (rows) => `UPDATE beside.payments AS p
    SET amount_refunded = p.amount_refunded + c.done, amount_refunding = p.amount_refunding + c.active
    FROM (SELECT merchant_id, payment_id, sum(done)::bigint AS done, sum(active)::bigint AS active
      FROM (${rows}) AS changed GROUP BY 1, 2) AS c
    WHERE p.merchant_id = c.merchant_id AND p.payment_id = c.payment_id AND (c.done <> 0 OR c.active <> 0)`,
    ),
  );

const cell = 'application_id, currency, status, type, risk, is_held, is_refunded';

const addToPaymentsDaily = (form: TriggerForm) =>
  define(
    'add_to_payments_daily',
    onChanges(
      form,
      (table, sign) => `SELECT merchant_id, (created_at AT TIME ZONE 'UTC')::date AS day, application_id, currency, status, type,
        coalesce(risk::text, '') AS risk, hold = 'HELD' AS is_held, is_refunded, ${sign}1 AS n, ${sign}amount AS amount FROM ${table}`,
      (rows) => `WITH changed AS MATERIALIZED (
    SELECT merchant_id, day, ${cell}, sum(n) AS n, sum(amount) AS amount FROM (${rows}) AS moved
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), slots AS MATERIALIZED (
    SELECT merchant_id, take_roll_up_slot(merchant_id) AS slot FROM (SELECT DISTINCT merchant_id FROM changed ORDER BY 1) AS m
  ), days AS (
    INSERT INTO beside.payments_daily AS d (merchant_id, day, ${cell}, slot, count, amount)
    SELECT merchant_id, day, ${cell}, slot, n, amount
    FROM changed JOIN slots USING (merchant_id) ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, day, ${cell}, slot)
    DO UPDATE SET count = d.count + excluded.count, amount = d.amount + excluded.amount
  )
  INSERT INTO beside.payments_monthly AS m (merchant_id, month, ${cell}, slot, count, amount)
    SELECT merchant_id, date_trunc('month', day::timestamp)::date AS month, ${cell}, slot, sum(n), sum(amount)
    FROM changed JOIN slots USING (merchant_id) GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
    ON CONFLICT (merchant_id, month, ${cell}, slot)
    DO UPDATE SET count = m.count + excluded.count, amount = m.amount + excluded.amount`,
    ),
  );

const postLedgerLegs = (form: TriggerForm) =>
  define(
    'post_ledger_legs',
    `SELECT transfer_id, currency, sum(amount) AS remainder INTO broken FROM added
    GROUP BY merchant_id, transfer_id, currency HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % does not balance in %: % left over', broken.transfer_id, broken.currency, broken.remainder
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transfers_balance';
  END IF;
  ${run(
    `WITH moved AS MATERIALIZED (
    SELECT merchant_id, ledger_account_id, sum(amount)::bigint AS amount FROM added GROUP BY 1, 2
  ), locked AS MATERIALIZED (
    SELECT a.merchant_id, a.ledger_account_id, m.amount FROM beside.ledger_accounts AS a
      JOIN moved AS m ON m.merchant_id = a.merchant_id AND m.ledger_account_id = a.ledger_account_id
      ORDER BY 1, 2 FOR UPDATE OF a
  )
  UPDATE beside.ledger_accounts AS a SET balance = a.balance + l.amount FROM locked AS l
    WHERE a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id`,
    form,
  )}`,
    { declare: 'broken record;' },
  );

/**
 * Gives a leg of the provider's side its place in the statement, after all others of its pay-in account, and the account's
 * balance after it. The lock makes two postings to one account take their places one after the other.
 */
export const placeLedgerLeg = (form: TriggerForm): string =>
  define(
    'place_ledger_leg',
    `${read(
      `SELECT payee_detail_id FROM beside.ledger_accounts WHERE merchant_id = NEW.merchant_id
    AND ledger_account_id = NEW.ledger_account_id AND kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')`,
      'payee',
      form,
    )}
  IF payee IS NULL THEN RETURN NEW; END IF;
  ${read(
    `SELECT FROM beside.ledger_accounts WHERE merchant_id = NEW.merchant_id AND payee_detail_id = payee
    AND kind = 'SETTLEMENT' FOR UPDATE`,
    'last',
    form,
  )}
  ${read(
    `SELECT l.at, l.transfer_id, l.ledger_account_id, coalesce(l.balance_after, -sum(a.balance) OVER ()) AS balance
    FROM beside.ledger_accounts AS a LEFT JOIN LATERAL (
      SELECT at, transfer_id, ledger_account_id, balance_after FROM beside.ledger_legs
      WHERE merchant_id = NEW.merchant_id AND ledger_account_id = a.ledger_account_id
      ORDER BY at DESC, transfer_id DESC LIMIT 1) AS l ON true
    WHERE a.merchant_id = NEW.merchant_id AND a.payee_detail_id = payee AND a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    ORDER BY l.at DESC NULLS LAST, l.transfer_id DESC, l.ledger_account_id DESC LIMIT 1`,
    'last',
    form,
  )}
  IF (NEW.at, NEW.transfer_id, NEW.ledger_account_id) <= (last.at, last.transfer_id, last.ledger_account_id) THEN
    NEW.at := last.at + interval '1 millisecond';
  END IF;
  NEW.balance_after := last.balance - NEW.amount;`,
    { declare: 'payee bigint; last record;', result: 'NEW' },
  );

const addToBalanceDaily = (form: TriggerForm) =>
  define(
    'add_to_balance_daily',
    run(
      `INSERT INTO beside.balance_daily AS d
    SELECT l.merchant_id, a.payee_detail_id, (l.at AT TIME ZONE 'UTC')::date, count(*), -sum(l.amount)
    FROM added AS l JOIN beside.ledger_accounts AS a
      ON a.merchant_id = l.merchant_id AND a.ledger_account_id = l.ledger_account_id
    WHERE a.kind IN ('SETTLEMENT', 'FEES', 'EXCHANGE')
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (merchant_id, payee_detail_id, day) DO UPDATE SET lines = d.lines + excluded.lines, amount = d.amount + excluded.amount`,
      form,
    ),
  );

const awaitTrail = (form: TriggerForm) =>
  define(
    'await_trail',
    run(
      `INSERT INTO beside.trail_waiting (seq, merchant_id, activity_id) OVERRIDING SYSTEM VALUE
    SELECT nextval('trail_waiting_seq_seq'), merchant_id, activity_id FROM (SELECT * FROM added ORDER BY at, activity_id) AS a`,
      form,
    ),
  );

/**
 * The current trigger functions that write to other tables, in one of their forms. A migration contains those that it
 * introduced; when a function changes, its earlier text stays with the earlier migration.
 */
export const triggerFunctions = (form: TriggerForm): string[] => [
  ...writingFunctions(form),
  placeLedgerLeg(form),
];

/** Those of migration 0173. */
export const writingFunctions = (form: TriggerForm): string[] =>
  [addRefundsToPayments, addToPaymentsDaily, postLedgerLegs, addToBalanceDaily, awaitTrail].map((each) => each(form));
