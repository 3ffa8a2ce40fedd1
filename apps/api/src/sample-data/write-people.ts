import type { Queries } from '#database/database.ts';
import { totpPurpose } from '#core/secrets/purposes.ts';
import { sampleMerchants } from './catalogue/sample-merchants.ts';
import { samplePeople, type SamplePerson } from './catalogue/sample-sign-ins.ts';
import { insertRows } from './insert-rows.ts';
import { worldBegins, type World } from './world.ts';

const ordinary: readonly SamplePerson[] = sampleMerchants
  .filter(({ slug }) => !samplePeople.some((person) => person.merchant === slug))
  .map(({ slug }) => ({
    email: `owner@${slug}.example`,
    name: `Owner of ${slug}`,
    phone: null,
    merchant: slug,
    roles: ['MERCHANT_ADMIN'],
    twoFactor: 'NONE',
    totpSecret: null,
    isEnabled: true,
    invitation: 'ACCEPTED',
    situation: null,
  }));

/** Writes the sample sign-ins and an owner for every other merchant. One password hash serves all. */
export async function writePeople(queries: Queries, world: World): Promise<void> {
  const rows = [...samplePeople, ...ordinary].map(async (person, index) => {
    const userAccountId = world.random.uuid(`person:${person.email}`, worldBegins + index);
    return {
      user_account_id: userAccountId,
      email: person.email,
      name: person.name,
      phone: person.phone,
      password_hash: person.invitation === 'PENDING' ? null : world.passwordHash,
      is_enabled: person.isEnabled,
      two_factor: person.twoFactor,
      totp_secret: person.totpSecret === null ? null : await world.seal(person.totpSecret, totpPurpose(userAccountId)),
      admin_id: person.merchant === null ? world.random.uuid(`admin:${person.email}`, worldBegins + index) : null,
      merchant_id: person.merchant === null ? null : world.merchantId(person.merchant),
      roles: person.roles,
      invitation: person.invitation,
      created_at: new Date(world.start.getTime() + index * 60_000),
    };
  });
  await insertRows(queries, 'accounts', await Promise.all(rows));
}
