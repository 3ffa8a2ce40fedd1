import type { PayerAccount, PayInDecision, ReportDecision } from '#providers/port.ts';
import type { Queries } from '#database/database.ts';
import { lockMerchantEnabled } from '#database/merchants/read-merchants.ts';
import { foldText } from '#database/fold-text.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { type WriteContext, writeContext } from '#core/write-context.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { type Attempt, type AttemptName, lockAttempt, type LockedAttempt } from './lock-attempt.ts';
import { failAttempt, movePayment } from './move-payment.ts';
import type { RiskCategory } from '@volume/contract/pay-ins/pay-ins.ts';

/** Milliseconds between the payer's approval and the submission to the bank. */
const submissionDelay = 1_000;

/**
 * Applies the payer's decision at the bank. Only an attempt that waits for its payer can be decided; a second answer
 * changes nothing here. The attempt fails when the link has expired, another attempt was approved first, or the
 * merchant was disabled: no money has been sent yet.
 */
export function decideAttempt(
  services: Services,
  name: AttemptName,
  decision: PayInDecision,
): ReturnType<ReportDecision> {
  return services.database.transaction(async (queries) => {
    const context = writeContext(services);
    const locked = await lockAttempt(queries, name, context.at);
    if (locked?.attempt.status === 'FAILED') return 'TOO_LATE';
    const isWaiting = locked?.attempt.status === 'AWAITING_AUTHORIZATION';
    return isWaiting ? decide(queries, context, locked, decision) : 'TAKEN';
  });
}

async function decide(
  queries: Queries,
  context: WriteContext,
  locked: LockedAttempt,
  decision: PayInDecision,
): ReturnType<ReportDecision> {
  const { attempt } = locked;
  if (!decision.isApproved) {
    await failAttempt(queries, context, locked, 'The payer cancelled at the bank');
    return 'TAKEN';
  }
  const refusal = await whyNotSubmitted(queries, locked);
  if (refusal !== null) {
    await failAttempt(queries, context, locked, refusal);
    return 'NOT_SUBMITTED';
  }
  await writePayer(queries, attempt, decision.payer);
  await movePayment(queries, context, attempt, { status: 'AUTHORIZED', actor: attempt.institutionName });
  await enqueueSubmission(queries, context, attempt);
  return 'TAKEN';
}

/** Why an approved attempt fails; null when it is submitted. */
async function whyNotSubmitted(queries: Queries, { attempt, paymentLink }: LockedAttempt): Promise<string | null> {
  if (!(await lockMerchantEnabled(queries, attempt.merchantId))) return 'The shop cannot take payments at the moment';
  if (paymentLink.isUnderWay) return 'Another payment for this link was made first';
  return paymentLink.status === 'EXPIRED' ? 'The payment link had expired' : null;
}

function enqueueSubmission(queries: Queries, { at, newId }: WriteContext, attempt: Attempt): Promise<void> {
  const { merchantId, paymentId } = attempt;
  const dueAt = new Date(at.getTime() + submissionDelay);
  return enqueueWork(queries, newId, { kind: 'PAYMENT_ATTEMPT', merchantId, objectId: paymentId, dueAt });
}

async function writePayer(queries: Queries, attempt: Attempt, account: PayerAccount): Promise<void> {
  const { merchantId, paymentId, isPayerChecked, expectedNames } = attempt;
  const scores = (expectedNames ?? []).map((name) => scoreName(name, account.name));
  const score = isPayerChecked && scores.length > 0 ? Math.max(...scores) : null;
  await queries.query(
    sql`UPDATE payments SET payer_name = ${account.name}, payer_account_identifier = ${identifierOf(account)},
      refund_data = nullif(${JSON.stringify(refundDataOf(account))}::jsonb, 'null'), payer_name_score = ${score},
      risk = ${isPayerChecked ? riskOf(score) : null}::risk_category
     WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  await makeFindable(queries, attempt, foldText(`${account.name}\n${identifierOf(account) ?? ''}`));
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

/** The account in the format of lists: sort code and number, or the IBAN; null when the bank did not send it. */
const identifierOf = ({ iban, sortCode, accountNumber }: PayerAccount): string | null =>
  iban ?? (sortCode !== null && accountNumber !== null ? `${sortCode} ${accountNumber}` : null);

/** paymentRefundData (contract §3). */
function refundDataOf(account: PayerAccount) {
  if (identifierOf(account) === null) return null;
  const { name, iban, sortCode, accountNumber } = account;
  const accountIdentifications =
    iban === null
      ? [
          { type: 'SORT_CODE', number: sortCode },
          { type: 'ACCOUNT_NUMBER', number: accountNumber },
        ]
      : [{ type: 'IBAN', number: iban }];
  return { accountHolderName: name, accountIdentifications };
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
