import { connect } from '#api/database/connect.ts';
import type { Database } from '#api/database/database.ts';
import { audit } from '#api/ledger/audit.ts';
import { balanceLoad } from '#proofs/balance-load.ts';
import { createClient } from '#proofs/client.ts';
import { beginLoad, longestGap } from '#proofs/failover/load.ts';
import { readSignIn } from '#proofs/failover/sign-in.ts';
import { startStandbyPair, type StandbyPair } from '#proofs/failover/standby-pair.ts';
import { startApp, unlimited } from '#scripts/start-app.ts';

/** The results of all rounds with one kind of standby. */
export interface PairReport {
  rounds: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Milliseconds without an acknowledged write, per round. */
  gaps: number[];
  findings: number;
}

interface Kind {
  isSynchronous: boolean;
  rounds: number;
  say: (line: string) => void;
}

/** Latency as between two buildings, in milliseconds: writes that only the primary has are in transit for this time. */
const lineDelay = 30;
const clients = 6;
const eachHalf = 60;

/**
 * Repeatedly kills the primary of a pair under the load of two instances; each time the standby is promoted, and the
 * killed server returns as its standby.
 */
export async function losePrimaries({ isSynchronous, rounds, say }: Kind): Promise<PairReport> {
  const pair = await startStandbyPair({ isSynchronous, lineDelay });
  const env = { DATABASE_URL: pair.url, ...unlimited, SIGN_INS_PER_MINUTE: '1000', LOG_LEVEL: 'error' };
  const first = await startApp(env, 600_000);
  const instances = [first, await startApp(env, 600_000)];
  const balancer = await balanceLoad(instances.map(({ address }) => address));
  const database = await connect({ databaseUrl: pair.url });
  const report: PairReport = { rounds: 0, acknowledged: 0, lost: 0, doubled: 0, gaps: [], findings: 0 };
  try {
    const person = readSignIn(first);
    while (report.rounds < rounds) {
      const round = await loseOnce({ pair, database, address: balancer.address, person });
      add(report, round);
      say(
        `  ${report.rounds}: ${round.acknowledged} acknowledged, ${round.lost} lost, ${round.doubled} doubled, ${round.gap} ms without service, ${round.findings} findings`,
      );
    }
    return report;
  } finally {
    await database.close();
    await balancer.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
    await pair.stop();
  }
}

interface Stage {
  pair: StandbyPair;
  database: Database;
  address: string;
  person: { email: string; password: string };
}

interface Round {
  acknowledged: number;
  lost: number;
  doubled: number;
  gap: number;
  findings: number;
}

async function loseOnce({ pair, database, address, person }: Stage): Promise<Round> {
  const client = await createClient(address, person);
  const before = await countEffects(database);
  const load = beginLoad(client, clients);
  await load.acknowledge(eachHalf);
  const dead = await pair.killPrimary();
  await load.acknowledge(eachHalf);
  const done = await load.stop();
  // A write that survived returns its first response for its key; one that was lost is done now.
  const repeated = await Promise.all(done.map(async ({ write }) => (await client.send(write)) === write.answer));
  const effects = (await countEffects(database)) - before;
  const findings = (await audit(database)).length;
  await pair.revive(dead);
  const lost = repeated.filter((isSame) => !isSame).length;
  return { acknowledged: done.length, lost, doubled: effects - done.length, gap: longestGap(done), findings };
}

function add(report: PairReport, { acknowledged, lost, doubled, gap, findings }: Round): void {
  report.rounds += 1;
  report.acknowledged += acknowledged;
  report.lost += lost;
  report.doubled += doubled;
  report.findings += findings;
  report.gaps.push(gap);
}

/** Counts only what the load creates: links by their reference, payouts by their amount. */
async function countEffects({ query }: Database): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT (SELECT count(*) FROM outbound_payments WHERE amount = 7)
      + (SELECT count(*) FROM payment_intents WHERE reference LIKE 'LOAD-%') AS count`,
  );
  return row?.count ?? 0;
}
