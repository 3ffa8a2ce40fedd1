import type { Queries } from '#database/database.ts';
import { raw, sql } from '#database/sql.ts';
import type { World } from '#sample-data/world.ts';
import { createDraws, type Draws, toMilliseconds } from './draws.ts';
import { BUCKETS } from './stage-catalogue.ts';

/** The columns of a staged payment: those of `payments`, plus the inputs for its events, refunds and ledger legs. */
export const createStage = `
CREATE TEMPORARY TABLE sample_payments (
  i bigint, merchant_id uuid, payment_id uuid, application_id uuid, payee_detail_id bigint, created_at timestamptz(3), updated_at timestamptz(3),
  amount bigint, currency currency, status payment_status, type payment_type, risk risk_category, hold hold_state,
  is_to_virtual_account boolean, is_new_payment boolean, is_payer_checked boolean, payer_name_score smallint,
  new_payment_id uuid, new_attempt_id uuid, merchant_payment_id text, tracing_id text, reference text, merchant_reference text,
  merchant_provided_payer_details_names text[], payer_name text, payer_email text, payer_account_identifier text, payer_address text, payer_ip text,
  institution_id text, shopper_id text, error_description text, refund_data jsonb, metadata jsonb,
  folded text, folded_payer text, application_name text, bank_name text, provider text, slug text,
  authorized_at timestamptz(3), completed_at timestamptz(3), settled_at timestamptz(3), hold_until timestamptz(3)
) ON COMMIT DROP;
CREATE TEMPORARY TABLE sample_payer_texts (merchant_id uuid, text text) ON COMMIT DROP`;

export async function stagePayments(
  queries: Queries,
  world: World,
  hours: readonly Hour[],
  payers: number,
): Promise<void> {
  const draws = createDraws(world.random.seedNumber);
  const rows = hours.map(({ start, seconds, first, count }) => ({
    start: start.getTime() / 1000,
    seconds,
    first,
    count,
  }));
  const given: Given = { ...draws, payers, now: `${world.now.getTime() / 1000}::float8` };
  await queries.query(
    sql`INSERT INTO sample_payments WITH hours AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS h(start float8, seconds float8, first bigint, count bigint)
    ) ${raw(story(given))}`,
  );
}

/** Times are seconds since the epoch until the last step, because arithmetic with intervals is several times slower. */
type Given = Draws & { payers: number; now: string };

const drawn = ({ fraction, whole, payers }: Given) => `
  SELECT i, h.start + (i - h.first + ${fraction(1)}) / h.count * h.seconds AS made,
    b.*, y.*, f.reason, f.step,
    ${[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21].map((salt) => `${fraction(salt)} AS u${salt}`).join(', ')}
  FROM hours AS h
  CROSS JOIN LATERAL generate_series(h.first, h.first + h.count - 1) AS i
  JOIN sample_buckets AS b ON b.bucket = (${whole(31)} & ${BUCKETS - 1})::int
  JOIN sample_payers AS y ON y.payer_no = (${whole(32)} % ${payers})::int
  JOIN sample_failures AS f ON f.failure_no = (${whole(33)} % (SELECT count(*) FROM sample_failures))::int
  OFFSET 0`;

/** Type, status, amount. Recent payments are still in progress; a few old ones were abandoned or are stuck. */
const decided = (given: Given) => `
  SELECT d.*, to_timestamp(made) AS created_at, age, is_external,
    CASE WHEN is_external THEN 'SETTLED'
      WHEN age < 1500 AND u3 < 0.12 THEN 'NEW'
      WHEN age < 1500 AND u3 < 0.27 THEN 'AWAITING_AUTHORIZATION'
      WHEN age < 1500 AND u3 < 0.33 THEN 'AUTHORIZED'
      WHEN age < 1500 AND u3 < 0.45 THEN 'PENDING'
      WHEN u3 < 0.02 THEN 'NEW' WHEN u3 < 0.05 THEN 'AWAITING_AUTHORIZATION'
      WHEN u3 < 0.055 THEN 'AUTHORIZED' WHEN u3 < 0.062 THEN 'PENDING' WHEN u3 < 0.147 THEN 'FAILED'
      WHEN is_virtual AND u4 > 0.02 THEN 'SETTLED' ELSE 'COMPLETED' END AS status,
    greatest(1, CASE WHEN u7 < 0.35 THEN round(worth / 100) * 100 + 99 WHEN u7 < 0.5 THEN round(worth / 100) * 100 ELSE round(worth) END)::bigint AS amount,
    least(${given.now}, made + 15 + 70 * u9) AS authorized,
    least(${given.now}, made + 17 + 70 * u9 + 6 * u10) AS completed,
    least(${given.now}, made + 25 + 70 * u9 + 6 * u10 + 60 * u11 + 9000 * u11 ^ 12) AS settled
  FROM (${drawn(given)}) AS d,
  LATERAL (SELECT is_virtual AND u2 < 0.06 AS is_external, ${given.now} - made AS age,
    ticket * (0.12 + 1.1 * u5 + 7 * u6 ^ 10) * CASE WHEN u8 < 0.002 THEN 90 WHEN u8 > 0.998 THEN 0.0005 ELSE 1 END AS worth) AS w
  OFFSET 0`;

/** Hold, payer and name match. */
const judged = (given: Given) => `
  SELECT d.*,
    CASE WHEN status <> 'SETTLED' OR u12 > 0.024 OR age < 300 THEN 'NONE'
      WHEN age < 345600 THEN CASE WHEN u13 < 0.75 THEN 'HELD' ELSE 'RELEASED' END
      WHEN u13 < 0.64 THEN 'RELEASED' WHEN u13 < 0.84 THEN 'RETURNED' ELSE 'HELD' END AS hold,
    to_timestamp(authorized) AS authorized_at, to_timestamp(completed) AS completed_at, to_timestamp(settled) AS settled_at,
    to_timestamp(least(${given.now}, settled + 3600 + 216000 * u14)) AS hold_until,
    is_external OR status IN ('AUTHORIZED', 'PENDING', 'COMPLETED', 'SETTLED') OR (status = 'FAILED' AND step = 'BANK') AS is_payer_known,
    is_checked AND NOT is_external AS is_payer_checked,
    CASE WHEN u15 < 0.04 THEN NULL WHEN u16 < 0.84 THEN 80 + u17 * 20 WHEN u16 < 0.95 THEN 50 + u17 * 29 ELSE u17 * 49 END AS match,
    CASE WHEN is_external OR u19 < 0.03 THEN NULL WHEN u19 < 0.05 THEN ''
      WHEN u19 < 0.055 THEN 'ORDER-' || (i + 1000) || rtrim(repeat(' gift wrapped, leave with the neighbour at number 14,', 4), ',')
      WHEN u19 < 0.065 THEN '注文-' || (i + 1000) ELSE order_prefix || (i + 1000) END AS merchant_reference
  FROM (${decided(given)}) AS d
  OFFSET 0`;

/** Three consonants, so that they spell no word; the hex number always has three digits. */
const letters = ({ whole }: Given) =>
  `translate(to_hex(273 + ${whole(22)} % 3800), '0123456789abcdef', 'BCDFGHJKLMbkZTVW')`;

/** Ids and references. */
const named = (given: Given) => `
  SELECT j.*, upper(substr(slug, 1, 2)) || substr(reference_time, 1, 4) || '-' || i AS merchant_payment_id,
    CASE currency WHEN 'GBP' THEN gbp_account ELSE iban END AS account,
    CASE WHEN is_virtual THEN reference_time || ${letters(given)} WHEN currency = 'GBP' THEN substr(coalesce(merchant_reference, ''), 1, 18)
      ELSE substr(merchant_reference, 1, 18) END AS reference
  FROM (
    SELECT j.*, ${toMilliseconds('made')} AS time,
      to_char(created_at AT TIME ZONE 'UTC', 'YYMMDDHH24MISSMS') AS reference_time
    FROM (${judged(given)}) AS j OFFSET 0
  ) AS j OFFSET 0`;

/** In key order of all tables filled from it: sorting rows that are already in order is cheap. */
const story = (given: Given) => `
  SELECT i, merchant_id, ${given.uuidOf('time', 'payment')} AS payment_id, application_id, payee_detail_id, created_at,
    CASE status WHEN 'NEW' THEN created_at WHEN 'AWAITING_AUTHORIZATION' THEN to_timestamp(least(${given.now}, made + 2))
      WHEN 'AUTHORIZED' THEN authorized_at WHEN 'PENDING' THEN completed_at WHEN 'COMPLETED' THEN completed_at
      WHEN 'FAILED' THEN completed_at
      ELSE CASE WHEN hold IN ('RELEASED', 'RETURNED') THEN hold_until WHEN is_external THEN created_at ELSE settled_at END END,
    amount, currency, status::payment_status, CASE WHEN is_external THEN 'EXTERNAL' ELSE 'VOLUME' END::payment_type,
    CASE WHEN NOT is_payer_checked THEN NULL WHEN NOT is_payer_known OR match IS NULL OR name IS NULL THEN 'NA'
      WHEN match >= 80 THEN 'LOW' WHEN match >= 50 THEN 'MEDIUM' ELSE 'HIGH' END::risk_category,
    hold::hold_state, is_virtual, NOT is_external AND age < 17280000, is_payer_checked,
    CASE WHEN is_payer_checked AND is_payer_known AND name IS NOT NULL THEN floor(match) END::smallint,
    CASE WHEN NOT is_external AND age < 17280000 THEN ${given.uuidOf('time', 'new payment')} END,
    CASE WHEN NOT is_external AND age < 17280000 THEN ${given.uuidOf('time', 'new attempt')} END,
    CASE WHEN NOT is_external AND u18 < 0.9 THEN merchant_payment_id END, ${given.hex('trace')},
    reference, merchant_reference,
    CASE WHEN is_payer_checked AND name IS NOT NULL THEN ARRAY[CASE WHEN match < 50 THEN 'A. N. Other' WHEN match < 80 THEN upper(name) ELSE name END] END,
    CASE WHEN is_payer_known THEN name END, CASE WHEN is_payer_known AND NOT is_external THEN email END,
    CASE WHEN is_payer_known THEN account END,
    CASE WHEN is_payer_known THEN address END, CASE WHEN is_payer_known AND NOT is_external THEN ip END,
    CASE WHEN is_external OR status = 'NEW' THEN NULL WHEN currency = 'GBP' THEN gbp_bank ELSE eur_bank END,
    CASE WHEN NOT is_external AND u20 < 0.6 THEN 'shopper_' || payer_no END,
    CASE WHEN status = 'FAILED' THEN reason END,
    CASE WHEN is_payer_known AND name IS NOT NULL AND status IN ('COMPLETED', 'SETTLED') THEN
      CASE currency WHEN 'GBP' THEN gbp_refund_data ELSE eur_refund_data END END,
    CASE WHEN NOT is_external AND u21 < 0.25 THEN jsonb_build_object('basket', 'B' || i, 'channel', CASE WHEN u21 < 0.1 THEN 'app' ELSE 'web' END) END,
    concat_ws(E'\\n', CASE WHEN NOT is_external AND u18 < 0.9 THEN lower(merchant_payment_id) END, nullif(lower(reference), ''),
      nullif(lower(merchant_reference), '')),
    nullif(concat_ws(E'\\n', CASE WHEN is_payer_known THEN folded_name END, CASE WHEN is_payer_known AND NOT is_external THEN folded_email END,
      CASE WHEN is_payer_known THEN lower(account) END), ''),
    application_name, CASE currency WHEN 'GBP' THEN gbp_bank_name ELSE eur_bank_name END, provider, slug,
    authorized_at, completed_at, CASE WHEN is_external THEN created_at ELSE settled_at END, hold_until
  FROM (${named(given)}) AS s
  ORDER BY merchant_id, payment_id`;

/** One hour (or the part of it that has passed) and the numbers of its payments. */
export interface Hour {
  start: Date;
  seconds: number;
  first: number;
  count: number;
}

/** Weight of each UTC hour, and of each weekday from Sunday: quiet nights, busy evenings, busy Fridays. */
const hours = [3, 2, 1, 1, 1, 2, 5, 12, 22, 31, 36, 39, 44, 41, 37, 35, 36, 41, 48, 52, 46, 33, 19, 8];
const weekdays = [0.72, 0.96, 1, 1.02, 1.08, 1.24, 1.02];
const HOUR = 3_600_000;

/** Distributes `payments` over the days, with daily and weekly rhythm, growth and a busy December. */
export function planHours({ start, now, days }: World, payments: number): Hour[] {
  const end = now.getTime() - 60_000;
  const spans: { start: number; length: number; weight: number }[] = [];
  for (let at = start.getTime(); at < end; at += HOUR) {
    const date = new Date(at);
    const growth = 0.7 + (0.6 * (at - start.getTime())) / (days * 86_400_000);
    const season = date.getUTCMonth() === 11 ? 1.35 : 1;
    const length = Math.min(HOUR, end - at);
    const weight = (hours[date.getUTCHours()] ?? 1) * (weekdays[date.getUTCDay()] ?? 1) * growth * season;
    spans.push({ start: at, length, weight: (weight * length) / HOUR });
  }
  const total = spans.reduce((sum, { weight }) => sum + weight, 0);
  let passed = 0;
  let first = 1;
  return spans.flatMap((span) => {
    passed += span.weight;
    const last = Math.round((payments * passed) / total);
    const hour = { start: new Date(span.start), seconds: span.length / 1000, first, count: last - first + 1 };
    first = last + 1;
    return hour.count > 0 ? [hour] : [];
  });
}
