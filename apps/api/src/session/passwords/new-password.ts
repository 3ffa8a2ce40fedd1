import { passwordFaults, passwordFaultWords } from '@volume/contract/password-rules.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Account } from '#session/account.ts';
import { sql } from '#database/sql.ts';

type Owner = Pick<Account, 'email' | 'name' | 'merchant_id'>;

/** The hash of a new password, or 400 with what is wrong with it (quality, Security). */
export async function hashNewPassword(services: Services, owner: Owner, password: string): Promise<string> {
  const [merchant] = await services.database.query<{ company_name: string }>(
    sql`SELECT company_name FROM merchants WHERE merchant_id = ${owner.merchant_id}`,
  );
  const [fault] = passwordFaults(password, [owner.email, owner.name ?? '', merchant?.company_name ?? '']);
  if (fault) throw new Problem(400, `password ${passwordFaultWords[fault]}`);
  return services.passwords.hash(password);
}
