import {
  type ApplicationRequest,
  askForApplication as askEndpoint,
  listApplicationRequests as listEndpoint,
  mostOpenRequests,
  withdrawApplicationRequest as withdrawEndpoint,
} from '@volume/contract/merchants/application-requests.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { refuseTakenName } from './add-application.ts';
import { lockOpenRequest, writeDecision } from './decide-request.ts';
import { requestColumns, type RequestRow, toRequest } from './request-row.ts';

/** How many decided requests a list contains. */
const mostDecided = 50;

export const listApplicationRequests = handle(listEndpoint, async ({ params, services }) => {
  const { merchantId } = params;
  const rows = await services.database.query<RequestRow>(
    sql`SELECT ${requestColumns} FROM application_requests WHERE merchant_id = ${merchantId}
      ORDER BY state <> 'OPEN', request_id DESC LIMIT ${mostDecided + mostOpenRequests}`,
  );
  return rows.map(toRequest);
});

/** Administrators of the platform add applications instead. */
function refuseAdministrators(caller: Caller): void {
  if (caller.kind === 'merchant') return;
  throw new Problem(409, 'Only the merchant’s own users ask for an application. Add the application instead.', {
    code: 'MERCHANT_USERS_ONLY',
  });
}

/** Asks for an application; 409 when the merchant has one of that name, or has asked for it. */
export const askForApplication = handle(askEndpoint, async (call) => {
  refuseAdministrators(call.caller);
  return call.services.database.transaction((queries) => ask(queries, call));
});

async function ask(queries: Queries, call: Call<typeof askEndpoint>): Promise<ApplicationRequest> {
  const { params, body, caller, services } = call;
  const { merchantId } = params;
  const { applicationName, currencies, why } = body;
  await refuseTakenName(queries, merchantId, applicationName);
  const open = await queries.query<{ name: string }>(
    sql`SELECT lower(application_name) AS name FROM application_requests
      WHERE merchant_id = ${merchantId} AND state = 'OPEN'`,
  );
  if (open.some(({ name }) => name === applicationName.toLowerCase())) {
    throw new Problem(409, `${applicationName} was asked for already. Nothing was sent.`, {
      code: 'ALREADY_ASKED',
      field: 'applicationName',
    });
  }
  if (open.length >= mostOpenRequests) {
    throw new Problem(409, `${mostOpenRequests} requests are open already. Withdraw one first.`, {
      code: 'TOO_MANY_OPEN_REQUESTS',
    });
  }
  const { at, newId } = writeContext(services);
  const [row] = await queries.query<RequestRow>(
    sql`INSERT INTO application_requests (merchant_id, request_id, application_name, currencies, why, asked_by,
        asked_by_id, asked_at)
      VALUES (${merchantId}, ${newId()}, ${applicationName}, ${currencies}::text[], ${why}, ${caller.email},
        ${caller.userAccountId}, ${at}) RETURNING ${requestColumns}`,
  );
  if (!row) throw new Error('The request was not written.');
  const note = {
    merchantId,
    action: 'APPLICATION_ASKED_FOR',
    subject: row.requestId,
    detail: applicationName,
  } as const;
  await recordActivity(queries, call, note);
  return toRequest(row);
}

/** 409 when it was decided or withdrawn already. */
export const withdrawApplicationRequest = handle(withdrawEndpoint, async (call) => {
  const { params, caller, services } = call;
  return services.database.transaction(async (queries) => {
    const { applicationName: detail } = await lockOpenRequest(queries, params);
    refuseAdministrators(caller);
    const decision = { state: 'WITHDRAWN', declinedBecause: null, applicationId: null } as const;
    const withdrawn = await writeDecision(queries, params, decision, services.clock.now());
    const note = { merchantId: params.merchantId, action: 'APPLICATION_REQUEST_WITHDRAWN' } as const;
    await recordActivity(queries, call, { ...note, subject: params.requestId, detail });
    return withdrawn;
  });
});
