import {
  type Institution,
  listInstitutions as listInstitutionsEndpoint,
  setInstitutions as setInstitutionsEndpoint,
} from '@volume/contract/institutions/institutions.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { notFound, wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { institutionsVersion, readMerchants } from '#database/merchants/read-merchants.ts';

const listInstitutions = handle(listInstitutionsEndpoint, async ({ services }) =>
  services.database.query<Institution>(
    `SELECT institution_id AS "institutionId", name, full_name AS "fullName", countries, currencies,
       environment_type AS "environmentType"
     FROM institutions ORDER BY lower(name), institution_id`,
  ),
);

type SetInstitutions = Call<typeof setInstitutionsEndpoint>;

/** Sets the banks offered to payers; an empty list means all (contract §2). 400 names an unknown one. */
const setInstitutions = handle(setInstitutionsEndpoint, async (call) =>
  call.services.database.transaction((queries) => write(call, queries)),
);

export const institutionHandlers: readonly Handler[] = [listInstitutions, setInstitutions];

async function write(call: SetInstitutions, queries: Queries) {
  const { params, body } = call;
  const { merchantId, applicationId } = params;
  const institutions = [...new Set(body.institutions)].toSorted();
  await refuseUnknown(queries, institutions);
  const [before] = await queries.query<{ institutions: string[]; institutionsVersion: string }>(
    sql`SELECT institutions, ${institutionsVersion} AS "institutionsVersion" FROM applications
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId} FOR UPDATE`,
  );
  if (before) requireUnchanged(call.request, { version: before.institutionsVersion, current: before });
  await queries.query(
    sql`UPDATE applications SET institutions = ${institutions}::text[]
      WHERE merchant_id = ${merchantId} AND application_id = ${applicationId}`,
  );
  const detail = describeChange(before?.institutions ?? [], institutions);
  await recordActivity(queries, call, { merchantId, action: 'INSTITUTIONS_CHANGED', subject: applicationId, detail });
  return findApplication(queries, params, call.services.clock.now());
}

async function refuseUnknown({ query }: Queries, institutions: readonly string[]): Promise<void> {
  const known = await query<{ id: string }>(
    sql`SELECT institution_id AS id FROM institutions WHERE institution_id = ANY(${institutions}::text[])`,
  );
  const ids = new Set(known.map(({ id }) => id));
  const unknown = institutions.find((id) => !ids.has(id));
  if (unknown !== undefined) throw wrongField('institutions', `holds ${unknown}, which is not an institution`);
}

/** `all → barclays, monzo` when one side is all, otherwise the additions and removals: `+monzo −hsbc`. */
function describeChange(before: readonly string[], after: readonly string[]): string {
  if (before.length === 0 || after.length === 0) return `${asList(before)} → ${asList(after)}`;
  const added = after.filter((id) => !before.includes(id)).map((id) => `+${id}`);
  const removed = before.filter((id) => !after.includes(id)).map((id) => `−${id}`);
  return [...added, ...removed].join(' ') || 'unchanged';
}

const asList = (ids: readonly string[]): string => (ids.length === 0 ? 'all' : ids.join(', '));

/** One application in the shape of the wire; 404 when the merchant has no such application. */
async function findApplication(
  queries: Queries,
  { merchantId, applicationId }: { merchantId: string; applicationId: string },
  now: Date,
): Promise<Application> {
  const [merchant] = await readMerchants(queries, merchantId, now);
  const application = merchant?.applications.find((each) => each.applicationId === applicationId);
  if (!application) throw notFound('This application');
  return application;
}
