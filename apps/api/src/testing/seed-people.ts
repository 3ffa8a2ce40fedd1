import { createVault, totpPurpose } from '#core/secrets/vault.ts';
import type { Database } from '#database/database.ts';
import { testSecretsKey } from './secrets-key.ts';

/** Two merchants with applications, and a disabled third one: everything that a stranger could name in a call. */
export const ids = {
  harbour: '01900000-0000-7000-8000-000000000001',
  stranger: '01900000-0000-7000-8000-000000000002',
  closed: '01900000-0000-7000-8000-000000000003',
  harbourShop: '01900000-0000-7000-8000-000000000011',
  harbourApp: '01900000-0000-7000-8000-000000000012',
  strangerShop: '01900000-0000-7000-8000-000000000021',
  nobody: '01900000-0000-7000-8000-0000000000ff',
} as const;

export const password = 'correct horse battery';
/** The secret `JBSWY3DPEHPK3PXP` twice, in base32. */
export const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const vault = createVault(testSecretsKey);

export interface Person {
  merchant?: string;
  admin?: string;
  roles?: readonly string[];
  twoFactor?: 'NONE' | 'EMAIL' | 'TOTP';
  isEnabled?: boolean;
}

const adminId = (digit: number) => `01900000-0000-7000-8000-0000000000a${digit}`;
/** Users by the local part of their address: `admin` is `admin@test.example`. */
export const people = {
  merchantadmin: { merchant: ids.harbour, roles: ['MERCHANT_ADMIN'] },
  editor: { merchant: ids.harbour, roles: ['MERCHANT_EDITOR'] },
  operator: { merchant: ids.harbour, roles: ['MERCHANT_OPERATOR'] },
  viewer: { merchant: ids.harbour, roles: ['MERCHANT_VIEWER'] },
  roleless: { merchant: ids.harbour },
  byemail: { merchant: ids.harbour, roles: ['MERCHANT_ADMIN'], twoFactor: 'EMAIL' },
  bytotp: { merchant: ids.harbour, roles: ['MERCHANT_ADMIN'], twoFactor: 'TOTP' },
  disabled: { merchant: ids.harbour, roles: ['MERCHANT_ADMIN'], isEnabled: false },
  stranger: { merchant: ids.stranger, roles: ['MERCHANT_ADMIN'] },
  ofclosed: { merchant: ids.closed, roles: ['MERCHANT_ADMIN'] },
  admin: { admin: adminId(1), roles: ['VOLUME_ADMIN'] },
  reader: { admin: adminId(2), roles: ['VOLUME_ADMIN_READ'] },
  powerless: { admin: adminId(3), roles: ['MERCHANT_ADMIN'] },
  both: { admin: adminId(4), merchant: ids.harbour, roles: ['VOLUME_ADMIN', 'MERCHANT_ADMIN'] },
  neither: { roles: ['VOLUME_ADMIN', 'MERCHANT_ADMIN'] },
} as const satisfies Record<string, Person>;
export type TestPerson = keyof typeof people;

export const emailOf = (name: string): string => `${name}@test.example`;
export const accountIdOf = (name: TestPerson): string =>
  `01900000-0000-7000-8000-0000000001${String(Object.keys(people).indexOf(name)).padStart(2, '0')}`;

/** Writes the merchants, applications and users into an empty, migrated database. */
export async function seedPeople({ query }: Database): Promise<void> {
  const merchants = [
    [ids.harbour, 'Harbour & Bloom', true],
    [ids.stranger, 'Stranger Canary', true],
    [ids.closed, 'Closed Ltd', false],
  ] as const;
  for (const [id, name, isEnabled] of merchants) {
    await query(
      'INSERT INTO merchants (merchant_id, company_name, payment_flat_fee_in_percentage, is_enabled) VALUES ($1, $2, 1.25, $3)',
      [id, name, isEnabled],
    );
  }
  const applications = [
    [ids.harbour, ids.harbourShop, 'Web shop'],
    [ids.harbour, ids.harbourApp, 'Mobile app'],
    [ids.stranger, ids.strangerShop, 'Canary shop'],
  ] as const;
  for (const row of applications) {
    await query('INSERT INTO applications (merchant_id, application_id, application_name) VALUES ($1, $2, $3)', row);
  }
  for (const [name, person] of Object.entries<Person>(people)) await seedPerson({ query }, name as TestPerson, person);
}

async function seedPerson({ query }: Pick<Database, 'query'>, name: TestPerson, person: Person): Promise<void> {
  const { merchant = null, admin = null, roles = [], twoFactor = 'NONE', isEnabled = true } = person;
  await query(
    `INSERT INTO accounts (user_account_id, email, name, password_hash, is_enabled, two_factor, totp_secret, admin_id,
       merchant_id, roles) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      accountIdOf(name),
      emailOf(name),
      name,
      `plain:${password}`,
      isEnabled,
      twoFactor,
      twoFactor === 'TOTP' ? await vault.seal(totpSecret, totpPurpose(accountIdOf(name))) : null,
      admin,
      merchant,
      [...roles],
    ],
  );
}
