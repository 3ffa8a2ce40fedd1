import { updateSelf as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { sql } from '#database/sql.ts';

/** Changes the own name or phone, whatever else one may do; what the body leaves out stays. */
export const updateSelf = handle(endpoint, async (call) => {
  const { body, caller, services } = call;
  const changed = (['name', 'phone'] as const).filter((field) => body[field] !== undefined);
  if (changed.length === 0) return;
  await services.database.transaction(async (queries) => {
    await queries.query(
      sql`UPDATE accounts SET name = CASE WHEN ${body.name !== undefined} THEN ${body.name ?? null} ELSE name END,
        phone = CASE WHEN ${body.phone !== undefined} THEN ${body.phone ?? null} ELSE phone END
       WHERE user_account_id = ${caller.userAccountId}`,
    );
    await recordActivity(queries, call, {
      merchantId: ownMerchant(caller),
      action: 'USER_CHANGED',
      subject: caller.email,
      detail: changed.join('; '),
    });
  });
});
