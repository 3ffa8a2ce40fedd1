import {
  type Disabled,
  disableMerchant as disableEndpoint,
  enableMerchant as enableEndpoint,
  getMerchantStopping as stoppingEndpoint,
} from '@volume/contract/merchants/stopping.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { mailToAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem } from '#core/problem.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { countStopping } from './count-stopping.ts';
import { lockMerchant, type MerchantState, readMerchantState, writeEnabled } from './set-merchant-enabled.ts';

/** The effects of disabling a merchant, for the confirmation dialog (contract §8, Disabled merchants). */
const getMerchantStopping = handle(stoppingEndpoint, async ({ params, services }) => {
  const state = await readMerchantState(services.database, params.merchantId);
  if (!state) throw notFound('This merchant');
  const { merchantId, disabled } = state;
  return { merchantId, disabled, ...(await countStopping(services.database, merchantId, services.clock.now())) };
});

/** 409 ALREADY_DISABLED when it is disabled. Always needs a step-up. */
const disableMerchant = handle(disableEndpoint, async (call) => {
  const { reason, mailAdministrators = false } = call.body;
  return change(call, { enabled: false, reason, isMailed: mailAdministrators }, async ({ disabled }, queries) => {
    if (!disabled) return;
    throw conflict('ALREADY_DISABLED', `This merchant is already disabled${await sayWho(queries, disabled)}.`);
  });
});

/** 409 ALREADY_ENABLED when it is enabled, CHANGED_MEANWHILE when it was disabled again. Always needs a step-up. */
const enableMerchant = handle(enableEndpoint, async (call) => {
  const { reason = null, mailAdministrators = false, disabledAtUtc = null } = call.body;
  return change(call, { enabled: true, reason, isMailed: mailAdministrators }, async ({ disabled }, queries) => {
    if (!disabled) throw conflict('ALREADY_ENABLED', 'This merchant is already enabled.');
    if (disabledAtUtc === null || disabledAtUtc === disabled.atUtc) return;
    throw conflict('CHANGED_MEANWHILE', `This merchant was disabled again${await sayWho(queries, disabled)}.`);
  });
});

const conflict = (statusName: string, what: string) => new Problem(409, `${what} Nothing was changed.`, { statusName });

async function sayWho(queries: Queries, { by, atUtc }: Disabled): Promise<string> {
  const when = atUtc === null ? '' : ` on ${atUtc.replace('T', ' ').slice(0, 16)} UTC`;
  return by === null ? when : `, by ${await readPerson(queries, null, by)}${when}`;
}

type AnyChange = Pick<Call<typeof enableEndpoint>, 'params' | 'caller' | 'services' | 'request'>;
interface Wanted {
  enabled: boolean;
  reason: string | null;
  isMailed: boolean;
}

/** Of two administrators who act at the same time, the second one sees the state that the first one wrote. */
async function change(
  call: AnyChange,
  { enabled, reason, isMailed }: Wanted,
  requireOther: (state: MerchantState, queries: Queries) => Promise<void>,
) {
  const { params, services } = call;
  return services.database.transaction(async (queries) => {
    const state = await lockMerchant(queries, params.merchantId);
    if (!state) throw notFound('This merchant');
    await requireOther(state, queries);
    const { merchantId, companyName } = state;
    await writeEnabled(queries, call, { merchantId, companyName, enabled, reason });
    if (isMailed) await mailMerchant(call, queries, state, enabled);
    const after = await readMerchantState(queries, merchantId);
    return { merchantId, disabled: after?.disabled ?? null };
  });
}

/** Without the reason, which only platform administrators see. */
function mailMerchant(
  { services }: AnyChange,
  queries: Queries,
  { merchantId, companyName }: MerchantState,
  enabled: boolean,
): Promise<void> {
  const paragraphs = enabled
    ? [
        `The account of ${companyName} was enabled again.`,
        'Please sign in again. Application keys, payment links and payout schedules work again. Payouts that were due in between are not made up for.',
      ]
    : [
        `The account of ${companyName} was disabled.`,
        'Its users are signed out and cannot sign in. Application keys are refused, payment links cannot be paid, and no payout, refund or exchange can be begun.',
        'Payments, payouts and refunds that are on their way are completed, and all other money stays in its accounts. Please contact support.',
      ];
  const subject = enabled ? 'Your account was enabled again' : 'Your account was disabled';
  return mailToAdministrators(queries, services, { merchantId, subject, paragraphs });
}

export const stopMerchantHandlers: readonly Handler[] = [getMerchantStopping, disableMerchant, enableMerchant];
