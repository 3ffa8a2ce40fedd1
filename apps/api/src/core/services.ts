import type { Database } from '#database/database.ts';
import type { Windows } from './limits/windows.ts';
import type { AccountProviders } from './account-providers.ts';
import type { Vault } from './secrets/vault.ts';
import type { Documents } from './files.ts';
import type { Log } from './log.ts';
import type { Changes } from './changes/streams.ts';

/** The time, given in so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** Randomness good enough for secrets. */
export interface Random {
  bytes(length: number): Uint8Array<ArrayBuffer>;
  uuid(): string;
}

/** Password hashing; `verify` answers false for a hash it cannot read. */
export interface Passwords {
  /** `from` is whose turn in the line it is (`addressKey`): no address waits for another's crowd. */
  hash(password: string, from?: string): Promise<string>;
  verify(hash: string, password: string, from?: string): Promise<boolean>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}
/** Carries mail to the outside; the outbox is written with or without it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** One webhook of a merchant's on its way: PUT with a JSON body, signed by the key of this id; `headers` bind it to its receiver and time. */
export interface WebhookRequest {
  merchantId: string;
  url: string;
  body: string;
  authorization: string;
  keyId: string;
  headers: Readonly<Record<string, string>>;
}
/** What came back, the beginning of its body alone; or why nothing did, in words for the merchant. */
export type WebhookReply = { status: number; body: string; retryAfter: string | null } | { error: string };
/** Carries webhooks to the outside: no redirects, 10 s at most, to nothing internal outside local use (contract §6). */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookReply>;
}

export interface AppSettings {
  /** Path of the API base address, without a trailing slash: `/sandbox`, or the empty string. */
  basePath: string;
  /** Scheme and host at which people reach this server; null for the ones a request was sent to. */
  publicUrl: string | null;
  /** Where people find the portal, without a trailing slash; mails link there whatever address a caller used. */
  portalUrl: string;
  /** Whether accounts without a second factor must set one up at sign-in (contract §8). */
  twoFactor: 'required' | 'optional';
  /** Origins that may call from a browser, scheme and host; the own origin needs none. */
  allowedOrigins: readonly string[];
  /** Calls a second and token (contract §10, Limits). */
  callsPerSecond: number;
  /** Failed sign-ins a minute and account, and as many from where its owner signed in before (contract §10, Limits). */
  signInsPerMinute: number;
  /** Failed sign-ins an hour and address, whatever the accounts. */
  failedSignInsPerAddress: number;
  /** Invitations a day and merchant, and of one administrator of the platform. */
  invitationsPerDay: number;
  /** Accounts opened an hour and address (contract §10, Limits). */
  signUpsPerHour: number;
  /** The credentials sandbox sign-up is called with (§7); null where the environment is no sandbox. */
  signUp: { email: string; password: string } | null;
  /** Minor units of either currency above which money only leaves after a step-up (contract §8). */
  stepUpAbove: number;
  /** Minor units of either currency that a payment, link, payout, refund, fixed schedule or quote may have at most (contract §11). */
  largestAmount: number;
  /** Local use shows the outbox; nothing else may. */
  isLocal: boolean;
  /** The hosts this server answers for, as they stand in an address; null answers for all. */
  hosts: readonly string[] | null;
  /** Who moves money: the simulated account providers and banks, or nobody. */
  provider: 'SIMULATED' | 'NONE';
  /** Whether traces go anywhere, so that one of a caller's may go on. */
  isTraced: boolean;
  /** Whom the public port shows `/metrics`: everybody, whoever holds the token, or nobody. */
  metrics: 'OPEN' | 'CLOSED' | { token: string };
}

/** What every handler is given beside its call. */
export interface Services {
  database: Database;
  clock: Clock;
  random: Random;
  /** Seals what must not stand in clear in the database. */
  vault: Vault;
  /** Counts tries against windows that all instances share. */
  windows: Windows;
  passwords: Passwords;
  mailer: Mailer | null;
  accountProviders: AccountProviders;
  webhookSender: WebhookSender;
  /** Null where nobody is told of changes: pages ask from time to time. */
  changes: Changes | null;
  /** Null where the platform can make none. */
  documents: Documents | null;
  settings: AppSettings;
  log: Log;
}
