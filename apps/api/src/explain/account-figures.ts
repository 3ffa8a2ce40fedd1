import { isBalanceShown } from '@volume/contract/balances/balances.ts';
import type { HiddenReason } from '@volume/contract/explain/explain.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { readPayInAccounts } from '#balances/list-pay-in-accounts.ts';
import { findStatementAccount, readPeriod, readTotals } from '#balances/statement-period.ts';
import { notFound } from '#core/problem.ts';
import { type Sql, sql } from '#database/sql.ts';
import { joinOtherTransfers, selectEntries, spanOf, whereEntries } from './entries.ts';
import { type AskedOfMerchant, type Figure, none, required, type Source, type Sum } from './figure.ts';

const nameOf = ({ query, merchantId }: AskedOfMerchant) => ({
  merchantId,
  applicationId: required(query, 'applicationId'),
  payInAccountId: required(query, 'payInAccountId'),
});

/** The currency of the account, and why its balance is not shown. @throws Problem 404 */
async function readAccount(asked: AskedOfMerchant) {
  const { merchantId, applicationId, payInAccountId } = nameOf(asked);
  const accounts = await readPayInAccounts(asked.queries, { merchantId, applicationId });
  const account = accounts.find(({ id }) => id === payInAccountId);
  if (!account) throw notFound('This pay-in account');
  const currency = account.forCurrency as Currency;
  const { balance = null, availableBalance = null } = account.virtualAccountInformation ?? {};
  return { currency, hidden: hiddenReason(account), balance, availableBalance };
}

/** §5 */
function hiddenReason(account: Parameters<typeof isBalanceShown>[0]): HiddenReason | null {
  if (isBalanceShown(account)) return null;
  if (!account.isVirtualAccount) return 'OWN_BANK';
  if (account.forCurrency === 'EUR') return 'EURO_ACCOUNT';
  return account.isLimitedVirtualAccount ? 'LIMITED' : 'NOT_AVAILABLE';
}

/** Balance − held − on its way out, each from the ledger legs until the moment. */
export async function available(asked: AskedOfMerchant): Promise<Figure> {
  const { currency, hidden, availableBalance } = await readAccount(asked);
  const has = { amount: true } as const;
  const readShown = async (): Promise<Sum> => ({ ...none, amount: availableBalance });
  if (hidden !== null) return { currency, hidden, sources: [], has, readShown };
  const account = await findStatementAccount(asked.queries, nameOf(asked));
  const sources: Source[] = [
    ledger(
      { BALANCE: 'PLUS' },
      { part: sql`'BALANCE'`, amount: sql`-l.amount`, where: whereEntries(account, untilMoment(asked)) },
    ),
    reserved(asked, 'HELD'),
    reserved(asked, 'PENDING_OUT'),
  ];
  return { currency, sources, has, readShown };
}

const untilMoment = ({ at }: AskedOfMerchant) => ({ from: null, before: at && new Date(at.getTime() + 1) });

/** A transfer counts from its last leg on: one in the balance can be placed milliseconds after its other leg. */
const wasBooked = ({ merchantId, at }: AskedOfMerchant): Sql =>
  at === null
    ? sql``
    : // An index finds the legs of an account by their time.
      sql`AND l.at <= ${at}::timestamptz AND NOT EXISTS (
        SELECT FROM ledger_accounts AS b JOIN ledger_legs AS later ON later.merchant_id = ${merchantId}
          AND later.ledger_account_id = b.ledger_account_id AND later.at > ${at}::timestamptz
        WHERE b.merchant_id = ${merchantId} AND later.transfer_id = l.transfer_id)`;

const reserves = {
  HELD: {
    parts: { HELD: 'MINUS' },
    part: sql`'HELD'`,
    id: sql`t.payment_id`,
  },
  PENDING_OUT: {
    parts: { PAYOUTS_ON_THEIR_WAY: 'MINUS', REFUNDS_ON_THEIR_WAY: 'MINUS' },
    part: sql`CASE WHEN t.refund_id IS NULL THEN 'PAYOUTS_ON_THEIR_WAY' ELSE 'REFUNDS_ON_THEIR_WAY' END`,
    id: sql`coalesce(t.refund_id, t.payout_payment_id)`,
  },
} as const;

/** Pay-ins, payouts or refunds whose legs leave an amount in an account of the merchant. */
function reserved(asked: AskedOfMerchant, kind: keyof typeof reserves): Source {
  const { merchantId, payInAccountId } = nameOf(asked);
  const { parts, part, id } = reserves[kind];
  const select = sql`SELECT ${part} AS part, NULL::text AS key, ${id} AS id, min(l.at) AS at, sum(l.amount) AS amount
    FROM ledger_legs AS l ${joinOtherTransfers(merchantId)}
    WHERE l.merchant_id = ${merchantId} AND l.ledger_account_id IN (
      SELECT ledger_account_id FROM ledger_accounts WHERE merchant_id = ${merchantId}
      AND payee_detail_id = ${payInAccountId} AND kind = ${kind}::ledger_account_kind)
    AND ${id} IS NOT NULL ${wasBooked(asked)} GROUP BY 1, 3 HAVING sum(l.amount) <> 0`;
  const of = { HELD: 'payments', PAYOUTS_ON_THEIR_WAY: 'payouts', REFUNDS_ON_THEIR_WAY: 'refunds' } as const;
  return { of: (name) => of[name as keyof typeof of], parts, select };
}

const inOrOut = sql`CASE WHEN l.amount < 0 THEN 'MONEY_IN' ELSE 'MONEY_OUT' END`;

/** Everything that was booked in, minus everything that was booked out. */
export async function balance(asked: AskedOfMerchant): Promise<Figure> {
  const account = await readAccount(asked);
  const { currency, hidden } = account;
  const has = { amount: true } as const;
  const readShown = async (): Promise<Sum> => ({ ...none, amount: account.balance });
  if (hidden !== null) return { currency, hidden, sources: [], has, readShown };
  const where = whereEntries(await findStatementAccount(asked.queries, nameOf(asked)), untilMoment(asked));
  return { currency, sources: [ledger(bothWays, { part: inOrOut, where })], has, readShown };
}

const bothWays = { MONEY_IN: 'PLUS', MONEY_OUT: 'MINUS' } as const;

const ledger = (parts: Source['parts'], of: Parameters<typeof selectEntries>[0]): Source => ({
  of: 'ledger',
  parts,
  select: selectEntries(of),
});

/** The statement's own account, period and figures. */
async function openStatement(asked: AskedOfMerchant) {
  const { query, queries, at } = asked;
  const name = nameOf(asked);
  const account = await findStatementAccount(queries, name);
  const readFigures = async () => {
    const period = await readPeriod(queries, {
      params: name,
      query: { from: query.startDateTimeUtc, to: query.endDateTimeUtc },
    });
    return { ...(await readTotals(queries, period)), opening: period.opening, closing: period.closing };
  };
  return { account, currency: account.currency, span: spanOf(query, at), readFigures };
}

export async function openingBalance(asked: AskedOfMerchant): Promise<Figure> {
  const { account, currency, span, readFigures } = await openStatement(asked);
  // Nothing is booked before a period without a start.
  const isEarlier = span.from === null ? sql`FALSE` : sql`l.at < ${span.from}::timestamptz`;
  const where = whereEntries(account, { from: null, before: span.before }, isEarlier);
  return {
    currency,
    sources: [ledger(bothWays, { part: inOrOut, where })],
    has: { amount: true },
    readShown: async () => ({ ...none, amount: (await readFigures()).opening.balance }),
  };
}

export async function closingBalance(asked: AskedOfMerchant): Promise<Figure> {
  const { account, currency, span, readFigures } = await openStatement(asked);
  const { from, before } = span;
  const isEarlier = from === null ? sql`FALSE` : sql`l.at < ${from}::timestamptz`;
  // A period that ends before it begins closes where it begins.
  const last = from === null || before === null || before > from ? before : from;
  return {
    currency,
    sources: [
      ledger(
        { OPENING_BALANCE: 'PLUS', ...bothWays },
        {
          part: sql`CASE WHEN ${isEarlier} THEN 'OPENING_BALANCE' ELSE ${inOrOut} END`,
          amount: sql`CASE WHEN ${isEarlier} THEN -l.amount ELSE abs(l.amount) END`,
          where: whereEntries(account, { from: null, before: last }),
        },
      ),
    ],
    has: { amount: true },
    readShown: async () => ({ ...none, amount: (await readFigures()).closing.balance }),
  };
}

const waysIn = {
  PAY_INS_BOOKED: 'PLUS',
  REFUNDS_BACK: 'PLUS',
  PAYOUTS_BACK: 'PLUS',
  EXCHANGED_IN: 'PLUS',
} as const;
/** Every leg has a transfer; a transfer that is none of the others is a plain pay-in. */
const wayIn = sql`CASE WHEN t.kind IS NULL OR t.kind = 'PAY_IN_HELD' THEN 'PAY_INS_BOOKED'
  WHEN t.kind = 'REFUND_RETURNED' THEN 'REFUNDS_BACK' WHEN t.kind = 'PAYOUT_RETURNED' THEN 'PAYOUTS_BACK'
  WHEN t.kind = 'EXCHANGE' THEN 'EXCHANGED_IN' END`;

export async function moneyIn(asked: AskedOfMerchant): Promise<Figure> {
  const { account, currency, span, readFigures } = await openStatement(asked);
  const where = whereEntries(account, span, sql`l.amount < 0`);
  return {
    currency,
    sources: [ledger(waysIn, { part: wayIn, where, joins: sql`LEFT ${joinOtherTransfers(asked.merchantId)}` })],
    has: { count: true, amount: true },
    readShown: async () => {
      const { linesIn, moneyIn: amount } = await readFigures();
      return { ...none, count: linesIn, amount };
    },
  };
}

const waysOut = {
  PAYOUTS_PAID: 'PLUS',
  REFUNDS_PAID: 'PLUS',
  PAY_INS_RETURNED: 'PLUS',
  EXCHANGED_OUT: 'PLUS',
  FEES_TAKEN: 'PLUS',
} as const;
/** An exchange has two entries: the sold amount, and its fee. */
const wayOut = sql`CASE WHEN a.kind = 'FEES' THEN 'FEES_TAKEN' WHEN t.kind = 'PAYOUT_PROCESSED' THEN 'PAYOUTS_PAID'
  WHEN t.kind = 'REFUND_PROCESSED' THEN 'REFUNDS_PAID' WHEN t.kind = 'PAY_IN_RETURNED' THEN 'PAY_INS_RETURNED'
  WHEN t.kind = 'EXCHANGE' THEN 'EXCHANGED_OUT' END`;

export async function moneyOut(asked: AskedOfMerchant): Promise<Figure> {
  const { account, currency, span, readFigures } = await openStatement(asked);
  const { merchantId } = asked;
  const joins = sql`${joinOtherTransfers(merchantId)} JOIN ledger_accounts AS a ON a.merchant_id = ${merchantId}
    AND a.ledger_account_id = l.ledger_account_id`;
  const where = whereEntries(account, span, sql`l.amount > 0`);
  return {
    currency,
    sources: [ledger(waysOut, { part: wayOut, where, joins })],
    has: { count: true, amount: true },
    readShown: async () => {
      const { linesOut, moneyOut: amount } = await readFigures();
      return { ...none, count: linesOut, amount };
    },
  };
}
