import type { RefusedKey } from '@volume/contract/request-log/request-log.ts';

/** A call with an application key, without anything secret. */
export interface LoggedCall {
  applicationId: string;
  /** The verified key and its merchant; null when there was none. */
  by: { merchantId: string; key: string } | null;
  /** The key whose value was refused. */
  refusedKey: RefusedKey | null;
  at: Date;
  method: string;
  path: string;
  query: string;
  status: number;
  code: string | null;
  errorMessage: string | null;
  durationMs: number;
  address: string | null;
  traceId: string;
  headers: { name: string; value: string }[];
  body: string | null;
  /** The payments, links, refunds and payouts that the call names or made. */
  objectIds: string[];
}

/** Accepts calls without waiting; never throws. */
export interface RequestLog {
  add: (call: LoggedCall) => void;
}

/** Values that were read and objects that were made while the call was answered, for the log. */
export interface NotedCall {
  body?: unknown;
  result?: unknown;
}
