import { renewRecoveryCodes as endpoint } from '@volume/contract/own-security.ts';
import { handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { requireStepUp } from '#core/step-up/require-step-up.ts';
import { makeRecoveryCodes } from '#session/second-factor/recovery-codes.ts';
import { ownAccount } from './own-account.ts';
import { recordOwnActivity } from './record-own-activity.ts';
import { tellOwner } from './tell-owner.ts';

/** Ten new recovery codes, answered this once; those before open nothing any more. */
export const renewRecoveryCodes = handle(endpoint, async (call) => {
  const { services, caller } = call;
  await requireStepUp(call);
  const account = await ownAccount(services, caller);
  if (account.two_factor === 'NONE') throw new Problem(409, 'Set up a second factor first.');
  const recovery = await makeRecoveryCodes(services, account.user_account_id);
  await services.database.transaction(async (queries) => {
    await recovery.save(queries);
    await recordOwnActivity(queries, call, account, 'RECOVERY_CODES_MADE');
    await tellOwner(queries, services, account, 'recovery-codes');
  });
  return { recoveryCodes: recovery.codes };
});
