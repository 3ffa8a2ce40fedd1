import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Database } from '#database/database.ts';
import type { Replica } from '#database/replica/replica.ts';
import type { ExportPlaces } from './turns/export-places.ts';
import type { Services } from '#core/services.ts';
import type { FairQueue } from './turns/fair-queue.ts';
import type { SlowRefusal, Throttle } from './access/throttle.ts';
import type { Authenticate, AuthenticateKey, Caller, Owners } from '#core/tenant.ts';

/** How often and when a caller is answered. */
export interface Turns {
  throttle: Throttle;
  /** Whose turn it is to be answered, by person or address. */
  turns: FairQueue;
  /** Lets whoever calls too often wait for the refusal. */
  refuseSlowly: SlowRefusal;
}

/** What answering any endpoint needs beside the endpoint. */
export type Kernel = Turns & {
  services: Services;
  authenticate: Authenticate;
  authenticateKey: AuthenticateKey;
  owners: Owners;
  /** How many calls wait for account providers. */
  providerTurns: FairQueue;
  /** The calls that ask account providers; no other can. */
  providerCalls: ReadonlySet<AnyEndpoint>;
  exportPlaces: ExportPlaces;
  /** What exports are read from: connections of their own, so that no other call waits for one. */
  exportDatabase: Database;
  /** Null where there is none. */
  replica: Replica | null;
  /** The calls that may read from it; no other is ever given it. */
  replicaReads: ReadonlySet<AnyEndpoint>;
  /** Milliseconds after which a call that has not begun to answer is given up. */
  giveUpAfter: number;
};

/** Hono's types for one request: what the platform gives, what our own layers leave. */
export interface Env {
  Bindings: { remoteAddress?: string };
  /** `merchantId` is the merchant a call is about, null for all or none. */
  Variables: { traceId: string; route: string; caller: Caller | null; merchantId?: string | null; failure: unknown };
}
