import type { Documents } from '#core/files.ts';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type Options, type TestApp } from '#testing/test-app.ts';
import { payInAccountId } from './oracle-row.ts';
import { seedOraclePayment } from './seed-payment.ts';

/** Documents without content, for tests that do not read it. */
const blank: Documents = { make: async (_, read) => ({ name: (await read()).name, pdf: new Uint8Array() }) };

/** A fresh database with the objects to which the rows of the oracle refer, and the app on it. Close the database. */
export async function openOracleWorld(options: Options = {}): Promise<{ database: Database; app: TestApp }> {
  const database = await openPeople();
  await seedOraclePayment(database);
  const settings = { signInsPerMinute: 100_000, signUpsPerHour: 100_000 };
  const app = createTestApp(database, { documents: blank, settings, ...options });
  await seedAccount(app.services, {
    merchantId: ids.harbour,
    payInAccountId,
    currency: 'GBP',
    applicationId: ids.harbourShop,
    provider: 'OPTIMUS',
  });
  return { database, app };
}
