import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints as contractEndpoints } from '@volume/contract/endpoints.ts';
import fc from 'fast-check';
import type { Database } from '#database/database.ts';
import { audit } from '#ledger/audit.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openOracleWorld } from '#testing/oracle/oracle-world.ts';
import type { TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import type { Options, TestApp } from '#testing/test-app.ts';
import { type RandomCall, randomCalls } from './random-calls.ts';

const endpoints: Record<string, AnyEndpoint> = contractEndpoints;
/** Random calls disable users, applications and keys, so fewer and fewer of the later ones are allowed. */
const callsPerWorld = 250;

interface Fuzz {
  runs: number;
  /** Of the calls to make; all by default. */
  names?: string[];
  options?: Options;
}

/**
 * Makes random calls, each world of them with its own database. Describes the first fault, with the seed and the call;
 * null when each answer is documented and none is an error of the server, and the ledgers pass the audit.
 */
export async function findFault({ runs, names, options }: Fuzz): Promise<string | null> {
  let world = await openWorld(options);
  const property = fc.asyncProperty(randomCalls(names), async (call) => {
    if (world.made >= callsPerWorld) {
      await world.close();
      world = await openWorld(options);
    }
    await world.call(call);
  });
  // Earlier calls change what a call does, so a shorter one would not show the same.
  const { failed, errorInstance, seed, counterexample } = await fc.check(property, {
    numRuns: runs,
    endOnFailure: true,
  });
  if (!failed) await world.close();
  return failed ? `${String(errorInstance)}, seed ${seed}: ${fc.stringify(counterexample)}` : null;
}

async function openWorld(options?: Options): Promise<World> {
  const { database, app } = await openOracleWorld(options);
  return new World(database, app, await makeApiKey(app));
}

/** An app with the sessions and the key of those who call it. */
class World {
  private readonly database: Database;
  private readonly app: TestApp;
  private readonly tokens = new Map<RandomCall['caller'], string>();
  private readonly proofs = new Map<string, Record<string, string>>();
  private readonly key: Record<string, string>;
  made = 0;

  constructor(database: Database, app: TestApp, key: Record<string, string>) {
    this.database = database;
    this.app = app;
    this.key = key;
  }

  /** @throws Error for an answer that is an error of the server or undocumented, or that its contract cannot read */
  async call({ name, caller, isProved, clockMinutes, input }: RandomCall): Promise<void> {
    this.made += 1;
    this.app.pass({ minutes: clockMinutes });
    const address = `198.18.${this.made >> 8}.${this.made & 255}`;
    const token = caller === null || caller === 'key' ? undefined : await this.tokenOf(caller);
    const proof = isProved && token !== undefined ? await this.proofOf(token) : {};
    const endpoint = endpoints[name]!;
    const headers = { ...(caller === 'key' && this.key), ...proof, ...input.headers };
    const answer = await this.app.call(endpoint, { ...input, headers, address, ...(token && { token }) });
    if (answer.status >= 500) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    if (answer.status >= 400 && answer.problem().errorMessage === '') throw new Error(`${name} does not say why`);
    if (answer.status < 400 && endpoint.produces === 'json') answer.value();
    if (answer.status === 401) this.tokens.delete(caller);
  }

  /** Runs the jobs that the calls have left, and closes the database. @throws Error when the ledger is wrong */
  async close(): Promise<void> {
    this.app.pass({ minutes: 1 });
    await this.app.runDueWork();
    await this.app.sendWebhooks();
    await this.app.linkAuditLog();
    const findings = await audit(this.database);
    if (findings.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(findings)}`);
    await this.database.close();
  }

  /** Undefined for a user who was disabled or got another password: they then call without a session. */
  private async tokenOf(person: TestPerson): Promise<string | undefined> {
    const token = this.tokens.get(person) ?? (await signInAs(this.app, person).catch(() => undefined));
    if (token !== undefined) this.tokens.set(person, token);
    return token;
  }

  private async proofOf(token: string): Promise<Record<string, string>> {
    const proof = this.proofs.get(token) ?? (await proved(this.app, token).catch(() => ({})));
    this.proofs.set(token, proof);
    return proof;
  }
}
