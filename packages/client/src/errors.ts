import type { Calls } from './generated/calls.ts';

export type CallName = keyof Calls;
/** The codes of a call, or those of all calls. A later API may add codes, so a switch needs a default. */
export type CodeOf<K extends CallName = CallName> = Calls[K]['codes'];

/** The fields of every error of a call. */
export interface CallFacts {
  call: CallName;
  /** Repeat the call with this key, and it is done once; null for a call without one. */
  idempotencyKey: string | null;
  /** How often the request was sent. */
  attempts: number;
}

/** Every error that a call throws, except a wrong use (TypeError) and the reason of your own AbortSignal. */
export class VolumeError extends Error {
  override name = 'VolumeError';
  readonly call: CallName;
  readonly idempotencyKey: string | null;
  readonly attempts: number;

  constructor(message: string, facts: CallFacts, options?: ErrorOptions) {
    super(message, options);
    this.call = facts.call;
    this.idempotencyKey = facts.idempotencyKey;
    this.attempts = facts.attempts;
  }
}

/** The body of a refusal, as the API sends it. */
export interface RefusalBody {
  statusCode?: number;
  statusName?: string;
  errorMessage?: string;
  traceId?: string;
  source?: string;
  code?: string;
  field?: string;
  isRepeatable?: boolean;
  [more: string]: unknown;
}

/** The API responded with a refusal. */
export class RefusalError<Code extends string = CodeOf | (string & {})> extends VolumeError {
  override name = 'RefusalError';
  readonly status: number;
  /** The code to decide by. When the response has none, for example behind a proxy, it is `STATUS_502`. */
  readonly code: Code;
  /** What happened, as a sentence. */
  readonly sentence: string;
  /** Names the call when you ask about it. */
  readonly traceId: string | null;
  /** The field that a 400 rejects, such as `paymentRequest.amount`. */
  readonly field: string | null;
  /** How many seconds the API asks to wait. */
  readonly retryAfter: number | null;
  readonly body: RefusalBody;

  constructor(
    answer: { status: number; headers: Headers; body: RefusalBody },
    retryAfter: number | null,
    facts: CallFacts,
  ) {
    const { status, headers, body } = answer;
    const sentence = textOf(body.errorMessage) ?? `The answer was ${status}, without a reason.`;
    const code = textOf(body.code) ?? `STATUS_${status}`;
    super(`${facts.call}: ${sentence} (${code}, ${status})`, facts);
    this.status = status;
    this.code = code as Code;
    this.sentence = sentence;
    this.traceId = textOf(body.traceId) ?? headers.get('x-trace-id');
    this.field = textOf(body.field) ?? null;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

/** No response arrived: no connection, or a timeout. A write may have been done. */
export class NoAnswerError extends VolumeError {
  override name = 'NoAnswerError';
}

/** The response is not the API's: a redirect, or a body that is not JSON. Check the base address. */
export class StrangeAnswerError extends VolumeError {
  override name = 'StrangeAnswerError';
  readonly status: number;

  constructor(message: string, status: number, facts: CallFacts) {
    super(message, facts);
    this.status = status;
  }
}

/** Whether an error is a refusal, and one of these codes; without codes, any refusal. */
export function isRefusal<const Code extends CodeOf>(error: unknown, ...codes: Code[]): error is RefusalError<Code> {
  return error instanceof RefusalError && (codes.length === 0 || (codes as string[]).includes(error.code));
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
