/** The options of a client. */
export interface ClientOptions {
  /** The API's base address: `https://api.example.com/sandbox`. */
  baseUrl: string;
  /** Milliseconds for one try, including the body of its response. Default: 30 seconds. */
  timeout?: number;
  /** How often a safe call is sent again. Default: 3. */
  retries?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; a longer one is an error immediately. Default: a minute. */
  longestWait?: number;
  /** Default: the `fetch` of the platform. */
  fetch?: typeof fetch;
  /** Allows `http:` to another machine. By default, keys leave this machine only by `https:`. */
  allowHttp?: boolean;
  /** For tests. */
  effects?: Partial<Effects>;
}

/** A server's credentials. They must never reach a browser. */
export interface KeyCredentials {
  applicationId: string;
  secret: string;
}

/** The same key by OAuth 2.1 client credentials: calls carry short-lived access tokens, which the client requests. */
export interface OAuthCredentials {
  /** The application's id. */
  clientId: string;
  /** One of its keys. */
  clientSecret: string;
  /** Fewer scopes than the key has: `['READ']`. Default: all of them. */
  scopes?: readonly string[];
}

/** A user's session token, or a function that returns it before each try. */
export interface TokenCredentials {
  token: string | (() => string | Promise<string>);
}

/** The options of one call. */
export interface CallOptions {
  /**
   * A UUID that identifies the intended write; store it with your order. Without it the client makes a new one and keeps it for
   * all tries of this call.
   */
  idempotencyKey?: string;
  /** The step-up token, for calls with a user's session token. */
  stepUp?: string;
  /** The version that you read; the call is refused when the value has changed since. */
  ifMatch?: string;
  signal?: AbortSignal;
  timeout?: number;
  retries?: number;
  headers?: Readonly<Record<string, string>>;
}

export interface Effects {
  /** Milliseconds since 1970. */
  now: () => number;
  /** A random number from 0 to 1. */
  random: () => number;
  uuid: () => string;
  sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const platformEffects: Effects = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** The parameters of a call before its options; none when all parts are optional. */
export type Given<Input> =
  Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];
