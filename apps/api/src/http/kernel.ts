import type { Database } from '#database/database.ts';
import type { ExportPlaces } from './turns/export-places.ts';
import type { Caller, Authenticate } from './caller.ts';
import type { Services } from './services.ts';
import type { Turns } from './turns/visits.ts';
import type { Owners } from './tenant.ts';

/** What answering any endpoint needs beside the endpoint. */
export type Kernel = Turns & {
  services: Services;
  authenticate: Authenticate;
  owners: Owners;
  exportPlaces: ExportPlaces;
  /** What exports are read from: connections of their own, so that no other call waits for one. */
  exportDatabase: Database;
  /** Milliseconds after which a call that has not begun to answer is given up. */
  giveUpAfter: number;
};

/** Hono's types for one request: what the platform gives, what our own layers leave. */
export type Env = {
  Bindings: { remoteAddress?: string };
  /** `merchantId` is the merchant a call is about, null for all or none. */
  Variables: { traceId: string; route: string; caller: Caller | null; merchantId?: string | null; failure: unknown };
};
