import type { Database } from '#database/database.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { Providers } from '#providers/port.ts';
import type { Vault } from './secrets/vault.ts';
import type { Documents } from './files.ts';
import type { Log } from './log.ts';
import type { KeepSettings } from './records/retention-rule.ts';
import type { Changes } from './changes/streams.ts';

export interface Clock {
  now(): Date;
  /** Milliseconds by which a test has moved this clock, so that leases, which are measured by the database's clock, end with it. */
  moved?: () => number;
}

/** Cryptographically secure randomness. */
export interface Random {
  bytes(length: number): Uint8Array<ArrayBuffer>;
  uuid(): string;
}

/** Password hashing; `verify` returns false for a hash it cannot parse. */
export interface Passwords {
  /** `from` is the caller's key in the fair queue (`addressKey`), so that no address waits for another's many calls. */
  hash(password: string, from?: string): Promise<string>;
  /**
   * After a wrong password, the next one of the same address has to wait. `isRefused` says that the account is refused even with
   * the right one: then the next one waits too, so that the wait does not tell that the password was right.
   */
  verify(hash: string, password: string, from?: string, isRefused?: boolean): Promise<boolean>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
/** Sends mail; the outbox is written with or without it. */
export interface Mailer {
  /** Throws MailRefused for a mail that must not be sent again, and other errors for one that can be. */
  send(mail: Mail): Promise<void>;
}

/** The mail server refuses this recipient or this text for good. */
export class MailRefused extends Error {}

/** A request with a JSON body; `headers` bind it to its receiver and time. */
export interface WebhookRequest {
  merchantId: string;
  url: string;
  body: string;
  /** PUT where it is missing, as specified addresses expect. */
  method?: 'POST';
  /** The specified signature, and the id of its key; endpoints have theirs in `headers` only. */
  authorization?: string;
  keyId?: string;
  headers: Readonly<Record<string, string>>;
}
/** The response with only the beginning of its body, or the reason for the failure as a message for the merchant. */
export type WebhookReply = { status: number; body: string; retryAfter: string | null } | { error: string };
/** Sends webhooks: no redirects, 10 s at most, and outside of local use not to internal addresses (contract §6). */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookReply>;
}

export interface AppSettings {
  /** Path of the API base address, without a trailing slash: `/sandbox`, or the empty string. */
  basePath: string;
  /** Scheme and host under which users reach this server; null to use those of each request. */
  publicUrl: string | null;
  /** The portal's address without a trailing slash; mails always link there. */
  portalUrl: string;
  /** Whether accounts without a second factor must set one up at sign-in (contract §8). */
  twoFactor: 'required' | 'optional';
  /** How to report a security problem, as addresses of `mailto:`, `https:` or `tel:`, the preferred one first; empty for no `security.txt`. */
  securityContacts: readonly string[];
  /** Cross-origin callers, scheme and host; the server's own origin is always allowed. */
  allowedOrigins: readonly string[];
  /** Calls per second and token (contract §10, Limits). */
  callsPerSecond: number;
  /** Calls per second of all users and keys of a merchant together. */
  merchantCallsPerSecond: number;
  /** Calls per minute of a merchant to one expensive endpoint (expensive-calls.ts). */
  expensiveCallsPerMinute: number;
  /** Failed sign-ins per minute and account, and as many again from known places (contract §10, Limits). */
  signInsPerMinute: number;
  /** Failed sign-ins per hour and address, across accounts. */
  failedSignInsPerAddress: number;
  /** Invitations per day and merchant, and per day for each platform administrator. */
  invitationsPerDay: number;
  /** Sign-ups per hour and address (contract §10, Limits). */
  signUpsPerHour: number;
  /** The credentials for sandbox sign-up (§7); null when the environment is not a sandbox. */
  signUp: { email: string; password: string } | null;
  /** Minor units of either currency above which money moves only after a step-up (contract §8). */
  stepUpAbove: number;
  /** The largest payment, link, payout, refund, fixed schedule or quote, in minor units (contract §11). */
  largestAmount: number;
  /** Days for which records are kept (core/records/retention.ts). */
  keep: KeepSettings;
  /** Only local use shows the outbox. */
  isLocal: boolean;
  /** The hosts this server answers for, as written in an address; null accepts all. */
  hosts: readonly string[] | null;
  /** Whether the label is Sandbox (§1). */
  isSandbox: boolean;
  /** Whether the label is Live. */
  isLive: boolean;
  /** The source of account providers, banks and rates: simulated, the operator's gateway, or none. */
  provider: 'SIMULATED' | 'GATEWAY' | 'NONE';
  /** Whether spans are exported, so that a caller's trace can be continued. */
  isTraced: boolean;
  /** Who can read `/metrics` on the public port: all callers, those with the token, or none. */
  metrics: 'OPEN' | 'CLOSED' | { token: string };
}

export interface Services {
  database: Database;
  /** The nightly audit's connection, whose statements may take longer; `database` by default. */
  auditDatabase?: Database;
  clock: Clock;
  random: Random;
  vault: Vault;
  /** Rate limits shared by all instances. */
  rateLimits: RateLimits;
  passwords: Passwords;
  mailer: Mailer | null;
  providers: Providers;
  webhookSender: WebhookSender;
  /** Null without push: pages poll instead. */
  changes: Changes | null;
  /** Null where the platform cannot render documents. */
  documents: Documents | null;
  settings: AppSettings;
  log: Log;
}
