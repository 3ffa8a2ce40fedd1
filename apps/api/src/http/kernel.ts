import type { Database } from '#database/database.ts';
import type { ExportPlaces } from './access/export-places.ts';
import type { Caller, Authenticate } from './caller.ts';
import type { Services } from './services.ts';
import type { Throttle } from './access/throttle.ts';
import type { Owners } from './tenant.ts';

/** What answering any endpoint needs beside the endpoint. */
export type Kernel = {
  services: Services;
  authenticate: Authenticate;
  owners: Owners;
  throttle: Throttle;
  exportPlaces: ExportPlaces;
  /** What exports are read from: connections of their own, so that no other call waits for one. */
  exportDatabase: Database;
  /** Milliseconds after which a call that has not begun to answer is given up. */
  giveUpAfter: number;
  /** Milliseconds after which an address that calls too often is told so. */
  slowRefusal: number;
};

/** Hono's types for one request: what the platform gives, what our own layers leave. */
export type Env = {
  Bindings: { remoteAddress?: string };
  /** `merchantId` is the merchant a call is about, null for all or none. */
  Variables: { traceId: string; route: string; caller: Caller | null; merchantId?: string | null; failure: unknown };
};
