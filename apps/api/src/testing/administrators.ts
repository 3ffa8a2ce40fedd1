import { listAdministrators } from '@volume/contract/administrators/administrators.ts';
import { password } from './seed-people.ts';
import { proved } from './sign-in-as.ts';
import { signIn, type SignedIn } from '@volume/contract/session/session.ts';
import type { CallInput } from './call-api.ts';
import type { TestApp } from './test-app.ts';

interface Wanted {
  access?: 'FULL' | 'READ_ONLY';
  twoFactor?: 'NONE' | 'EMAIL';
  isInvited?: boolean;
}

const roles = { FULL: 'VOLUME_ADMIN', READ_ONLY: 'VOLUME_ADMIN_READ' };

/** Adds an administrator of the platform, `ada@volume.example` for ada, whom no other test uses; returns the id. */
export async function addAdministrator(
  { services }: TestApp,
  name: string,
  { access = 'FULL', twoFactor = 'NONE', isInvited = false }: Wanted = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await services.database.query(
    `INSERT INTO accounts (user_account_id, email, name, password_hash, two_factor, admin_id, roles, invitation, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      `${name}@volume.example`,
      name,
      isInvited ? null : `plain:${password}`,
      twoFactor,
      crypto.randomUUID(),
      [roles[access]],
      isInvited ? 'PENDING' : 'ACCEPTED',
      services.clock.now(),
    ],
  );
  return id;
}

/** An administrator who has just signed in and made a step-up by password. */
export async function asAdministrator(app: TestApp, name: string): Promise<CallInput & { token: string }> {
  const body = { email: `${name}@volume.example`, password };
  const token = ((await app.call(signIn, { body })).value() as SignedIn).accessToken;
  return { token, headers: await proved(app, token) };
}

/** The proposal about an administrator, as another one sees it. */
export async function proposalAbout(app: TestApp, token: string, administratorId: string): Promise<string> {
  const all = (await app.call(listAdministrators, { token })).value();
  return all.find((each) => each.administratorId === administratorId)?.proposal?.proposalId ?? 'none';
}
