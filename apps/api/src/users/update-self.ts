import { updateSelf as endpoint } from '@volume/contract/users.ts';
import { handle } from '#core/handler.ts';
import { ownMerchant } from '#core/tenant.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

/** Changes the own name or phone, whatever else one may do; what the body leaves out stays. */
export const updateSelf = handle(endpoint, async (call) => {
  const { body, caller, services } = call;
  const changed = (['name', 'phone'] as const).filter((field) => body[field] !== undefined);
  if (changed.length === 0) return;
  await services.database.transaction(async (queries) => {
    await queries.query(
      `UPDATE accounts SET name = CASE WHEN $2 THEN $3 ELSE name END, phone = CASE WHEN $4 THEN $5 ELSE phone END
       WHERE user_account_id = $1`,
      [caller.userAccountId, body.name !== undefined, body.name ?? null, body.phone !== undefined, body.phone ?? null],
    );
    await recordActivity(queries, call, {
      merchantId: ownMerchant(caller),
      action: 'USER_CHANGED',
      subject: caller.email,
      detail: changed.join('; '),
    });
  });
});
