import {
  changeMerchantCompany as changeEndpoint,
  type MerchantCompany,
} from '@volume/contract/merchants/merchant-settings.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import { lockNames } from '#merchants/create-merchant.ts';

/** 404 when there is no such merchant. */
export async function readCompany({ query }: Queries, merchantId: string): Promise<MerchantCompany> {
  const [company] = await query<MerchantCompany>(
    sql`SELECT company_name AS "companyName", email, ${versionOf(sql`company_name, email`)} AS version
      FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  if (!company) throw notFound('This merchant');
  return company;
}

/** Changes a merchant's name and contact address after a step-up; 409 when another merchant has the name. */
export const changeMerchantCompany = handle(changeEndpoint, async (call) => {
  const { params, body, services, request } = call;
  const { merchantId } = params;
  return services.database.transaction(async (queries) => {
    await lockNames(queries);
    await queries.query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} FOR NO KEY UPDATE`);
    const before = await readCompany(queries, merchantId);
    requireUnchanged(request, { version: before.version, current: before });
    // Merchants that signed up can share a name.
    if (body.companyName !== before.companyName) await refuseTakenName(queries, merchantId, body.companyName);
    await queries.query(
      sql`UPDATE merchants SET company_name = ${body.companyName}, email = ${body.email}
        WHERE merchant_id = ${merchantId}`,
    );
    const detail = describeChange(before, body);
    await recordActivity(queries, call, {
      merchantId,
      action: 'MERCHANT_COMPANY_CHANGED',
      subject: merchantId,
      detail,
    });
    return readCompany(queries, merchantId);
  });
});

async function refuseTakenName({ query }: Queries, merchantId: string, companyName: string): Promise<void> {
  const taken = await query(
    sql`SELECT FROM merchants WHERE lower(company_name) = lower(${companyName}) AND merchant_id <> ${merchantId} LIMIT 1`,
  );
  if (taken.length > 0) {
    throw new Problem(409, `companyName is already in use: ${companyName}`, {
      code: 'NAME_IN_USE',
      field: 'companyName',
    });
  }
}

type Facts = Omit<MerchantCompany, 'version'>;

/** `name Orchard Lane → Orchard Lane Ltd, email none → office@orchard-lane.example`. */
function describeChange(before: Facts, after: Facts): string {
  const changes = [
    ['name', before.companyName, after.companyName],
    ['email', before.email, after.email],
  ].filter(([, was, is]) => was !== is);
  return changes.map(([fact, was, is]) => `${fact} ${was ?? 'none'} → ${is ?? 'none'}`).join(', ') || 'unchanged';
}
