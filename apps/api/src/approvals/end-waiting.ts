import type { ApprovalState } from '@volume/contract/approvals/labels.ts';
import { byItself, recordActivity } from '#core/activity/record-activity.ts';
import { mailToAdministrators } from '#core/mail/mail-administrators.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { forgetMovedMoney } from '#core/step-up/moved-money.ts';
import { readPersonForMail } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type ApprovalName, type ApprovalRow, lockApproval, writeDecision } from '#orders/approvals/approval-row.ts';
import { sayOrder } from '#orders/approvals/approval-mails.ts';
import { expiryKind } from '#orders/approvals/wait-for-approval.ts';
import { cancelOrder } from '#orders/reserve-order.ts';
import type { Worker } from '#queue/worker.ts';

interface Ended {
  state: Exclude<ApprovalState, 'WAITING' | 'APPROVED'>;
  by: string;
  reason: string | null;
}

/** Ends a locked approval: cancels the order, releases its money, stops counting it for limits and mails its maker. */
export async function endWaiting(
  queries: Queries,
  services: Services,
  name: ApprovalName,
  { state, by, reason }: Ended,
): Promise<ApprovalRow> {
  const context = writeContext(services);
  const row = await writeDecision(queries, context, name, { state, by, reason });
  await forgetMovedMoney(queries, { merchantId: name.merchantId, movementId: name.orderId });
  const words = [`${endWords[state]}${state === 'EXPIRED' ? '' : ` by ${by}`}`, reason].filter(Boolean).join(': ');
  await cancelOrder(queries, context, { ...name, kind: row.kind }, { by, words });
  await mailOutcome(queries, services, name.merchantId, row);
  return row;
}

const endWords = { REFUSED: 'Refused', CANCELLED: 'Cancelled', EXPIRED: 'Not approved within 72 hours' } as const;

/** Job that cancels an order that was not decided within 72 hours. */
export const expiryWorker: Worker = {
  kind: expiryKind,
  run: async (services, { merchantId, objectId }) => {
    if (merchantId === null || objectId === null) throw new Error('What expires names its order.');
    const name = { merchantId, orderId: objectId };
    await services.database.transaction(async (queries) => {
      const waiting = await lockApproval(queries, name);
      if (waiting?.state !== 'WAITING') return;
      const by = 'Approval time limit';
      const row = await endWaiting(queries, services, name, { state: 'EXPIRED', by, reason: null });
      const detail = `${sayOrder(row)} by ${row.requestedBy}`;
      const note = { merchantId, action: 'ORDER_EXPIRED', subject: objectId, detail } as const;
      await recordActivity(queries, byItself(services, by), note);
    });
  },
};

const outcomes: Record<Exclude<ApprovalState, 'WAITING'>, [word: string, sentence: string]> = {
  APPROVED: ['approved', 'It is being sent to the account provider.'],
  REFUSED: ['refused', 'No money has left: it is available again.'],
  CANCELLED: ['cancelled', 'No money has left: it is available again.'],
  EXPIRED: ['cancelled', 'Nobody approved it within 72 hours. No money has left: it is available again.'],
};

/**
 * Mails the outcome to the user who made the order, or to the administrators if a key made it, but not to the user who decided.
 */
export async function mailOutcome(
  queries: Queries,
  services: Services,
  merchantId: string,
  row: ApprovalRow,
): Promise<void> {
  if (row.state === 'WAITING' || row.state === 'CANCELLED') return;
  const [word, sentence] = outcomes[row.state];
  const by = row.state === 'EXPIRED' ? '' : ` by ${await readPersonForMail(queries, merchantId, row.decidedBy ?? '')}`;
  // Free text of a user is shown only in the portal, never in our mails.
  const reason = row.reason === null ? [] : ['The reason is under Approvals in the Volume Merchant Portal.'];
  const subject = `${sayOrder(row)} was ${word}`;
  const paragraphs = [`${subject}${by}. ${sentence}`, ...reason];
  if (row.requestedById === null) {
    const asked = `It was requested by ${await readPersonForMail(queries, merchantId, row.requestedBy)}.`;
    const mail = { merchantId, subject, paragraphs: [...paragraphs, asked] };
    return mailToAdministrators(queries, services, {
      ...mail,
      ...(row.decidedBy !== null && { except: row.decidedBy }),
    });
  }
  const [maker] = await queries.query<{ email: string; name: string | null }>(
    sql`SELECT email, name FROM accounts WHERE user_account_id = ${row.requestedById} AND is_enabled`,
  );
  if (!maker) return undefined;
  const greeting = maker.name === null ? 'Hello,' : `Hello ${maker.name},`;
  return enqueueMail(queries, services, { to: maker.email, subject, text: [greeting, ...paragraphs].join('\n\n') });
}
