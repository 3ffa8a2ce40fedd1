import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import { type Spend, wrongCode } from './one-time-request.ts';
import { recoveryHash, spendRecoveryCode } from './recovery-codes.ts';
import { proveSignInCode } from './sign-in-code.ts';
import { matchTotpStep, openTotpSecret } from './totp.ts';

type Owner = Pick<Account, 'user_account_id' | 'two_factor' | 'totp_secret' | 'totp_last_step'>;

/** Compares a code with the owner's second factor or recovery codes; null when it is wrong. */
export function proveCode(services: Services, owner: Owner, code: string): Promise<Spend | null> {
  if (owner.two_factor === 'EMAIL' && isSixDigits(code)) return proveSignInCode(services, owner, code);
  return proveAuthenticator(services, owner, code);
}

/** Compares a code with the owner's authenticator or recovery codes; null when it is wrong. */
export async function proveAuthenticator(services: Services, owner: Owner, code: string): Promise<Spend | null> {
  const at = services.clock.now();
  if (!isSixDigits(code)) {
    const codeHash = await recoveryHash(services, owner.user_account_id, code);
    return async (queries) => {
      if (!(await spendRecoveryCode(queries, owner.user_account_id, { codeHash, at }))) throw wrongCode();
    };
  }
  const secret = await openTotpSecret(services, owner);
  if (secret === null) return null;
  const step = await matchTotpStep(code, { secret, at, lastStep: owner.totp_last_step });
  return step === null ? null : (queries) => spendTotpStep(queries, owner.user_account_id, step);
}

export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code);

/** Remembers the time step of a code, so that the same code never works again. */
async function spendTotpStep({ query }: Queries, userAccountId: string, step: number): Promise<void> {
  const spent = await query(
    sql`UPDATE accounts SET totp_last_step = ${step}
     WHERE user_account_id = ${userAccountId} AND (totp_last_step IS NULL OR totp_last_step < ${step})
     RETURNING user_account_id`,
  );
  if (spent.length === 0) throw wrongCode();
}
