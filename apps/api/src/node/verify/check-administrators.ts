import type { Database } from '#database/database.ts';
import { fault, fine, type Finding, warning } from './finding.ts';

type Row = { email: string; hasPassword: boolean; hasFactor: boolean; mayChange: boolean };

/** Whether somebody administers the platform, and is protected by more than a password. */
export async function checkAdministrators({ query }: Database): Promise<Finding[]> {
  const rows = await query<Row>(
    `SELECT email, password_hash IS NOT NULL AS "hasPassword", two_factor <> 'NONE' AS "hasFactor",
       'VOLUME_ADMIN' = ANY(roles) AS "mayChange"
     FROM accounts WHERE admin_id IS NOT NULL AND merchant_id IS NULL AND is_enabled ORDER BY email`,
  );
  if (!rows.some(({ mayChange }) => mayChange)) {
    return [fault('The platform has no administrator: npm run create-admin -- --email ada@example.com.')];
  }
  const open = rows.filter(({ hasPassword, hasFactor }) => !hasPassword || !hasFactor);
  if (open.length === 0) {
    return [fine(`${rows.length} of ${rows.length} administrators hold a second factor.`)];
  }
  return open.map(({ email, hasPassword }) =>
    warning(
      hasPassword
        ? `${email} administers the platform and holds no second factor yet: the next sign-in asks for one.`
        : `${email} administers the platform and has not chosen a password yet.`,
    ),
  );
}
