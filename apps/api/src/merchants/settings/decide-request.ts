import {
  type ApplicationRequest,
  declineApplicationRequest as declineEndpoint,
} from '@volume/contract/merchants/application-requests.ts';
import type { NotificationKind } from '@volume/contract/notifications/labels.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { findUserToMail } from '#core/mail/find-user-to-mail.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { recordNotification } from '#ledger/record-notification.ts';
import { requestColumns, type RequestRow, toRequest } from './request-row.ts';

interface Named {
  merchantId: string;
  requestId: string;
}

const alreadyDecided: Record<ApplicationRequest['state'], string> = {
  OPEN: '',
  APPROVED: 'was approved already',
  DECLINED: 'was declined already',
  WITHDRAWN: 'was withdrawn by the merchant',
};

/** Locks a request that is open; 404 when there is none, 409 when it was decided or withdrawn. */
export async function lockOpenRequest({ query }: Queries, { merchantId, requestId }: Named): Promise<RequestRow> {
  const [row] = await query<RequestRow>(
    sql`SELECT ${requestColumns} FROM application_requests
      WHERE merchant_id = ${merchantId} AND request_id = ${requestId} FOR UPDATE`,
  );
  if (!row) throw notFound('This request');
  if (row.state !== 'OPEN')
    throw new Problem(409, `This request ${alreadyDecided[row.state]}. Nothing was changed.`, {
      code: 'REQUEST_DECIDED',
    });
  return row;
}

export type Decision = Pick<ApplicationRequest, 'state' | 'declinedBecause' | 'applicationId'>;

export async function writeDecision(
  { query }: Queries,
  { merchantId, requestId }: Named,
  { state, declinedBecause, applicationId }: Decision,
  at: Date,
): Promise<ApplicationRequest> {
  const [row] = await query<RequestRow>(
    sql`UPDATE application_requests SET state = ${state}, decided_at = ${at}, declined_because = ${declinedBecause},
        application_id = ${applicationId}
      WHERE merchant_id = ${merchantId} AND request_id = ${requestId} RETURNING ${requestColumns}`,
  );
  if (!row) throw new Error('The request was not written.');
  return toRequest(row);
}

/** Marks a request as approved by the application that is added in the same transaction, and notifies the user who asked. */
export async function approveRequest(
  queries: Queries,
  services: Services,
  { applicationId, applicationName, ...name }: Named & { applicationId: string; applicationName: string },
): Promise<void> {
  const request = await lockOpenRequest(queries, name);
  const decision = { state: 'APPROVED', declinedBecause: null, applicationId } as const;
  await writeDecision(queries, name, decision, services.clock.now());
  await notifyAsker(queries, services, { ...name, request, applicationId, kind: 'APPLICATION_ADDED' }, [
    `Your request for another application was approved: ${applicationName} is in your account.`,
    `Its keys and webhooks are in the settings:\n${services.settings.portalUrl}/settings/security`,
  ]);
}

/** Declines a request. Of two administrators who decide at the same time, the second gets 409. */
export const declineApplicationRequest = handle(declineEndpoint, async (call) => {
  const { params, body, services } = call;
  const { merchantId, requestId } = params;
  return services.database.transaction(async (queries) => {
    const request = await lockOpenRequest(queries, params);
    const decision = { state: 'DECLINED', declinedBecause: body.reason, applicationId: null } as const;
    const declined = await writeDecision(queries, params, decision, services.clock.now());
    const detail = `${request.applicationName}: ${body.reason}`;
    const note = { merchantId, action: 'APPLICATION_REQUEST_DECLINED', subject: requestId, detail } as const;
    await recordActivity(queries, call, note);
    const about = { merchantId, requestId, request, applicationId: null, kind: 'APPLICATION_DECLINED' } as const;
    await notifyAsker(queries, services, about, [
      `Your request for the application ${request.applicationName} was declined.`,
      `Reason: ${body.reason}`,
    ]);
    return declined;
  });
});

interface Decided extends Named {
  request: RequestRow;
  /** Null when it was declined. */
  applicationId: string | null;
  kind: NotificationKind;
}

/** Notifies the merchant's administrators and mails the user who asked, unless that user can no longer sign in. */
async function notifyAsker(
  queries: Queries,
  services: Services,
  decided: Decided,
  paragraphs: string[],
): Promise<void> {
  const { merchantId, requestId, request, kind } = decided;
  const person = await findUserToMail(queries, { merchantId, userAccountId: request.askedById });
  if (person) {
    const greeting = person.name === null ? 'Hello,' : `Hello ${person.name},`;
    const subject = `Your request for another application was ${decided.applicationId ? 'approved' : 'declined'}`;
    await enqueueMail(queries, services, { to: person.email, subject, text: [greeting, ...paragraphs].join('\n\n') });
  }
  const applicationId = decided.applicationId ?? (await firstApplication(queries, merchantId));
  // Without any application the portal has no page to show it.
  if (applicationId === undefined) return;
  const about = { merchantId, applicationId, kind, objectId: requestId, key: requestId };
  await recordNotification(queries, writeContext(services), about);
}

async function firstApplication({ query }: Queries, merchantId: string): Promise<string | undefined> {
  const [first] = await query<{ id: string }>(
    sql`SELECT application_id AS id FROM applications WHERE merchant_id = ${merchantId} ORDER BY application_id LIMIT 1`,
  );
  return first?.id;
}
