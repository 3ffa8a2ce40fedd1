import type { Database } from '#api/database/database.ts';
import { type Client, createClient, readEditor } from '#proofs/client.ts';

/** The address of an instance. */
export interface Instance {
  address: string;
}

/** A kind of call that is repeated. */
export interface Load {
  name: string;
  calls: number;
  /** Concurrent calls. */
  lanes: number;
  /** Makes one call; returns how many units it did: calls, or thousands of rows. */
  once: (n: number) => Promise<number>;
  /** Waits for the background work that the calls caused. */
  settle?: () => Promise<void>;
}

const day = 86_400_000;
const month = (n: number): string => {
  const wire = (back: number) => new Date(Date.now() - back * day).toISOString().slice(0, -1);
  return `startDateTimeUtc=${wire(30 + (n % 5))}&endDateTimeUtc=${wire(n % 5)}`;
};

/** Returns a function that reads paths below the API as this user, from the instances in turn. */
async function openReader(instances: readonly Instance[], { email, password }: { email: string; password: string }) {
  const base = ({ address }: Instance) => `${address}/sandbox/api`;
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  };
  const answer = await fetch(`${base(instances[0] as Instance)}/accounts/sign-in`, sent);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return async (n: number, path: string): Promise<string> => {
    const instance = instances[n % instances.length] as Instance;
    const got = await fetch(`${base(instance)}/${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
    const text = await got.text();
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}: ${text.slice(0, 200)}`);
    return text;
  };
}

/** The loads to compare: the list of one merchant and of all, a complete payout, and a merchant's export. */
export async function planLoads(
  instances: readonly Instance[],
  { database, dataDir, calls }: { database: Database; dataDir: string; calls: number },
): Promise<Load[]> {
  const editor = readEditor(dataDir);
  const own = await openReader(instances, editor);
  const all = await openReader(instances, readEditor(dataDir, 'VOLUME_ADMIN'));
  const writers = await Promise.all(instances.map(({ address }) => createClient(address, editor)));
  const payOut = async (n: number) => {
    const writer = writers[n % writers.length] as Client;
    await writer.send(writer.plan(n * 2));
    return 1;
  };
  const read = (as: typeof own, path: (n: number) => string) => async (n: number) => {
    await as(n, path(n));
    return 1;
  };
  return [
    { name: 'list, one merchant', calls, lanes: 4, once: read(own, (n) => `payments?size=10&page=0&${month(n)}`) },
    { name: 'list, all merchants', calls, lanes: 4, once: read(all, (n) => `payments?size=10&page=0&${month(n)}`) },
    {
      name: 'payout, to its end',
      calls: Math.ceil(calls / 2),
      lanes: 4,
      once: payOut,
      settle: () => untilPaid(database),
    },
    {
      name: 'export, 1,000 rows',
      calls: Math.min(calls, 8),
      lanes: 1,
      once: async (n) => (await own(n, 'payments/export')).split('\n').length / 1000,
    },
  ];
}

/** Waits until no payout is in progress and its webhooks have been sent. */
async function untilPaid({ query }: Database): Promise<void> {
  const open = `SELECT 1 FROM outbound_payments WHERE status = 'IN_PROGRESS' AND created_at > now() - interval '5 minutes' LIMIT 1`;
  const until = Date.now() + 120_000;
  while ((await query(open)).length > 0) {
    if (Date.now() > until) throw new Error('Payouts are still under way after two minutes.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000));
}

/** Makes all calls of a load; returns the number of units done. */
export async function makeCalls({ calls, lanes, once, settle }: Load): Promise<number> {
  let begun = 0;
  let done = 0;
  const work = async () => {
    while (begun < calls) {
      const amount = await once((begun += 1));
      done += amount;
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  await settle?.();
  return done;
}
