import type { Currency } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantEnabled } from '#database/merchants/read-merchants.ts';
import { foldText } from '#database/fold-text.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { enqueueBankUpdate } from './handle-bank-update.ts';
import { type Attempt, type AttemptName, lockAttempt } from './lock-attempt.ts';
import { failAttempt, movePayment } from './move-payment.ts';
import type { RiskCategory } from '@volume/contract/pay-ins/pay-ins.ts';

interface Decision {
  isApproved: boolean;
  accountName: string;
}

const bankMilliseconds = 1_000;

/**
 * Applies the payer's decision at the bank. Only an attempt that waits for its payer can be decided; a second answer
 * changes nothing here. The attempt fails when the link has expired, another attempt was approved first, or the
 * merchant was disabled: no money has been sent yet.
 */
export async function decideAttempt(services: Services, name: AttemptName, decision: Decision): Promise<void> {
  await services.database.transaction(async (queries) => {
    const context = writeContext(services);
    const locked = await lockAttempt(queries, name, context.at);
    if (locked?.attempt.status === 'FAILED') return payAfterAll(queries, context, locked.attempt, decision);
    if (locked?.attempt.status !== 'AWAITING_AUTHORIZATION') return;
    const { attempt, paymentLink } = locked;
    if (!decision.isApproved) return failAttempt(queries, context, locked, 'The payer cancelled at the bank');
    if (!(await lockMerchantEnabled(queries, attempt.merchantId)))
      return failAttempt(queries, context, locked, 'The shop cannot take payments at the moment');
    if (paymentLink.isUnderWay)
      return failAttempt(queries, context, locked, 'Another payment for this link was made first');
    if (paymentLink.status === 'EXPIRED') return failAttempt(queries, context, locked, 'The payment link had expired');
    await writePayer(queries, attempt, payerAccountOf(decision.accountName, attempt.currency));
    await movePayment(queries, context, attempt, { status: 'AUTHORIZED', actor: attempt.institutionName });
    await sendToBank(queries, context, attempt);
  });
}

/** The bank does not know that we have ended an attempt: a payer who approves it there has paid. */
async function payAfterAll(
  queries: Queries,
  context: WriteContext,
  attempt: Attempt,
  { isApproved }: Decision,
): Promise<void> {
  if (!isApproved || fateOf(attempt).failure !== null) return;
  const description = 'The payer approved the payment after it had failed with us';
  await enqueueBankUpdate(queries, context, attempt, { status: 'COMPLETED', description });
}

function sendToBank(queries: Queries, { at, newId }: WriteContext, { merchantId, paymentId }: Attempt): Promise<void> {
  const dueAt = new Date(at.getTime() + bankMilliseconds);
  return enqueueWork(queries, newId, { kind: 'PAYMENT_ATTEMPT', merchantId, objectId: paymentId, dueAt });
}

async function writePayer(queries: Queries, attempt: Attempt, account: PayerAccount): Promise<void> {
  const { merchantId, paymentId, isPayerChecked, expectedNames } = attempt;
  const scores = (expectedNames ?? []).map((name) => scoreName(name, account.name));
  const score = isPayerChecked && scores.length > 0 ? Math.max(...scores) : null;
  await queries.query(
    sql`UPDATE payments SET payer_name = ${account.name}, payer_account_identifier = ${account.identifier},
      refund_data = ${JSON.stringify(account.refundData)}::jsonb, payer_name_score = ${score},
      risk = ${isPayerChecked ? riskOf(score) : null}::risk_category
     WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  await makeFindable(queries, attempt, foldText(`${account.name}\n${account.identifier}`));
}

/** The payer is known only now. An earlier payer may already have a search row. */
async function makeFindable({ query }: Queries, { merchantId, paymentId }: AttemptName, payer: string) {
  await query(
    sql`INSERT INTO payer_search (merchant_id, payer_key, text) VALUES (${merchantId}, md5(${payer})::uuid, ${payer})
      ON CONFLICT DO NOTHING`,
  );
  await query(
    sql`UPDATE payment_search SET payer_key = md5(${payer})::uuid
      WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
}

interface PayerAccount {
  name: string;
  /** In the format of lists: sort code and number, or the IBAN. */
  identifier: string;
  refundData: { accountHolderName: string; accountIdentifications: { type: string; number: string }[] };
}

/** The payer's account at a simulated bank, derived from the name: the same name always has the same account. */
function payerAccountOf(name: string, currency: Currency): PayerAccount {
  let seed = 7;
  for (const letter of name) seed = (seed * 31 + (letter.codePointAt(0) ?? 0)) % 89_999_999;
  const number = String(10_000_000 + seed);
  if (currency === 'EUR') {
    const iban = `IE29SIMU9900${number.slice(0, 2)}${number}`;
    return { name, identifier: iban, refundData: dataOf(name, [{ type: 'IBAN', number: iban }]) };
  }
  const sortCode = '00-99-00';
  const identifications = [
    { type: 'SORT_CODE', number: sortCode },
    { type: 'ACCOUNT_NUMBER', number },
  ];
  return { name, identifier: `${sortCode} ${number}`, refundData: dataOf(name, identifications) };
}

function dataOf(accountHolderName: string, accountIdentifications: { type: string; number: string }[]) {
  return { accountHolderName, accountIdentifications };
}

/** Similarity of two names from 0 to 100, independent of word order, accents and case. */
export function scoreName(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const left = [...second];
  const shared = first.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  const all = first.length + second.length;
  return all === 0 ? 0 : Math.round((200 * shared) / all);
}

/** Pairs of adjacent letters in each word, including the word boundaries. */
function pairsOf(name: string): string[] {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '').flatMap((word) => pairsOfLetters(Array.from(` ${word} `)));
}

function pairsOfLetters(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The risk category of a score (contract §4): NA when there was no name to compare. */
export function riskOf(score: number | null): RiskCategory {
  if (score === null) return 'NA';
  return score >= 80 ? 'LOW' : score >= 50 ? 'MEDIUM' : 'HIGH';
}

/** How the simulated bank and account provider treat a payment that its payer has approved. */
interface Fate {
  /** Why the bank rejects it; null when it pays. */
  failure: string | null;
  /** The outcome after its account provider has held it; null when it is not held. */
  held: 'RELEASED' | 'RETURNED' | null;
}

const usual: Fate = { failure: null, held: null };

/** Outcomes by the pennies of the amount, so that users can try them; all other amounts are paid. */
const byPennies: Readonly<Record<number, Fate>> = {
  13: { ...usual, failure: 'Insufficient funds in the payer account' },
  14: { ...usual, failure: 'Daily limit of the payer account exceeded' },
  15: { ...usual, failure: 'The bank rejected the payment without giving a reason' },
  17: { ...usual, held: 'RELEASED' },
  18: { ...usual, held: 'RETURNED' },
};

/**
 * The sandbox's behaviour depends only on the amount (minor units), so the same payment always has the same outcome.
 */
export function fateOf({ amount }: { amount: number }): Fate {
  return byPennies[amount % 100] ?? usual;
}
