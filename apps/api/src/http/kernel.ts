import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Database } from '#database/database.ts';
import type { Replica } from '#database/replica/replica.ts';
import type { Compression } from './replying/compression.ts';
import type { ExportSlots } from './turns/export-slots.ts';
import type { Services } from '#core/services.ts';
import type { FairQueue } from './turns/fair-queue.ts';
import type { NotedCall, RequestLog } from './recording/noted-call.ts';
import type { Quota, SlowRefusal, Throttle } from './access/throttle.ts';
import type { Authenticate, AuthenticateApiKey, Caller, Owners } from '#core/tenant.ts';

export interface Turns {
  throttle: Throttle;
  /** The fair queue of calls, by user or address. */
  turns: FairQueue;
  /** Delays rejections of callers above their rate limit. */
  refuseSlowly: SlowRefusal;
}

export type Kernel = Turns & {
  services: Services;
  authenticate: Authenticate;
  authenticateApiKey: AuthenticateApiKey;
  owners: Owners;
  providerTurns: FairQueue;
  /** The endpoints that can call account providers; others cannot. */
  providerCalls: ReadonlySet<AnyEndpoint>;
  /** The endpoints with a lower rate limit per merchant. */
  expensiveCalls: ReadonlySet<AnyEndpoint>;
  exportSlots: ExportSlots;
  /** A separate pool for exports, so that no other call waits for them. */
  exportDatabase: Database;
  replica: Replica | null;
  /** Answers a call that is part of another one like any request. */
  askPart: (request: Request, env: Env['Bindings']) => Promise<Response>;
  /** Null where nothing is compressed. */
  compression: Compression | null;
  /** Where calls with application keys are logged; null for nowhere. */
  requestLog: RequestLog | null;
  /** Milliseconds after which a call that has not begun to answer is given up. */
  giveUpAfter: number;
};

export interface Env {
  Bindings: { remoteAddress?: string };
  /** `merchantId` is the merchant of the call, null for all or none. */
  Variables: {
    traceId: string;
    route: string;
    caller: Caller | null;
    merchantId?: string | null;
    failure: unknown;
    /** Milliseconds for which the call waited for something to return, which are not counted as the server's. */
    waited?: number;
    /** Only for a call with an application key. */
    noted?: NotedCall;
    /** The remaining rate limit of the calling key. */
    quota?: Quota;
  };
}
