import type { Database, Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { notFound, wrongField } from './problem.ts';
import type { AdminAuthority, MerchantAuthority } from '@volume/contract/access.ts';

interface Person {
  userAccountId: string;
  email: string;
  jti: string;
}

/** A user of one merchant, with the account's current authorities instead of those in the token. */
type MerchantCaller = Person & {
  kind: 'merchant';
  merchantId: string;
  authorities: readonly MerchantAuthority[];
  apiKey?: undefined;
};

/** A key of an application, with its state at the start of the call (contract §11). */
export interface ApiKey {
  applicationId: string;
  /** PRIMARY, SECONDARY, or the id of a named key. */
  name: string;
  /** Null for all. */
  scopes: readonly string[] | null;
  /** Minor units that it can move within 24 hours; null for the limit of users without a step-up. */
  moneyLimit: number | null;
  /** Email addresses of the users who made, reset or loosened it: they cannot approve its orders (decision 31). */
  responsible: readonly string[];
  /** Its stored form signs access tokens. */
  value: { hash: string; expiresAt: Date | null };
}

/**
 * A merchant's server with a key: a merchant's caller without authorities, accepted only by endpoints that allow keys.
 * Its account id is the application's, which scopes its Idempotency-Keys; its email is the key's name.
 */
type ApiKeyCaller = Omit<MerchantCaller, 'apiKey'> & { apiKey: ApiKey };

/** A platform administrator; never bound to a merchant (contract §8). */
type AdminCaller = Person & {
  kind: 'admin';
  adminId: string;
  authorities: readonly AdminAuthority[];
  apiKey?: undefined;
};

export type Caller = MerchantCaller | ApiKeyCaller | AdminCaller;

/**
 * Verifies a bearer token: null when its signature or time is invalid, otherwise its session and a function that looks
 * up the caller in the database and returns null when the session is no longer valid.
 */
export type Authenticate = (
  token: string,
) => Promise<{ jti: string; userAccountId: string; find: () => Promise<Caller | null> } | null>;

/** A key itself, or an access token of it. */
type Credential = { applicationId: string | null; secret: string } | { accessToken: string };
export type GivenApiKey = Credential & { address: string | null };

/** Finds the caller of a key; throws 401 for an unknown or old key, 403 for an address that is not on its list. */
export type AuthenticateApiKey = (given: GivenApiKey) => Promise<Caller & { apiKey: ApiKey }>;

/** Finds the merchant that an application belongs to; null when there is no such application. */
type FindOwner = (applicationId: string) => Promise<string | null>;

/** Throws 404 when a merchant's caller names another merchant, as if it did not exist (contract §5). */
export function requireMerchant(caller: Caller, merchantId: string): void {
  if (caller.kind === 'merchant' && caller.merchantId !== merchantId) throw notFound('This merchant');
}

/** The merchant a caller belongs to; null for an administrator, whose own actions belong to the platform. */
export const ownMerchant = (caller: Caller): string | null => (caller.kind === 'merchant' ? caller.merchantId : null);

/**
 * The merchant of a call: always the caller's own for a merchant's caller; for an administrator the named one, or null
 * for all merchants (contract §8, Administrators).
 */
export function merchantOf(caller: Caller, named: string | null | undefined): string | null {
  if (named != null) requireMerchant(caller, named);
  return caller.kind === 'merchant' ? caller.merchantId : (named ?? null);
}

/** The application filter of a list: a key only sees its own application (contract §11). */
export const applicationOf = (caller: Caller, named: string | undefined): string | undefined =>
  caller.apiKey?.applicationId ?? named;

export interface NamedIn {
  params: unknown;
  rawQuery: Record<string, string[]>;
  body: unknown;
  applicationId: string | null;
}

export interface Owners {
  isMerchant: (merchantId: string) => Promise<boolean>;
  ofApplication: FindOwner;
  ofObject: FindOwner;
  /** The application that a merchant's payment belongs to; null when the merchant has no such payment. */
  ofPayment: (merchantId: string, paymentId: string) => Promise<string | null>;
  /** The same of a payment link. */
  ofPaymentIntent: (merchantId: string, paymentIntentId: string) => Promise<string | null>;
}

/**
 * Throws 404 for ids anywhere in a call that are not the caller's or that contradict each other. Central for all
 * endpoints, so that no handler can forget it. Returns the merchant of the call, null for all or none.
 */
export async function refuseForeignIds(caller: Caller, named: NamedIn, find: Owners): Promise<string | null> {
  const places = [named.params, named.rawQuery, named.body];
  // The others were validated by the endpoint's schemas.
  if (!idsAt(named.rawQuery, 'merchantId').every((id) => isUuid.test(id))) {
    throw wrongField('merchantId', 'must be a UUID');
  }
  const merchants = new Set(places.flatMap((place) => idsAt(place, 'merchantId')));
  for (const applicationId of [...places, named].flatMap((place) => idsAt(place, 'applicationId'))) {
    const owner = await find.ofApplication(applicationId);
    if (owner === null) throw notFound('This application');
    if (caller.kind === 'merchant' && owner !== caller.merchantId) throw notFound('This application');
    if (caller.apiKey && applicationId !== caller.apiKey.applicationId) throw notFound('This application');
    merchants.add(owner);
  }
  for (const merchantId of merchants) requireMerchant(caller, merchantId);
  if (merchants.size > 1) throw notFound('This merchant');
  // Lookups of a merchant's caller are limited to its own objects anyway; an administrator can name a merchant, which
  // then has to match.
  if (caller.apiKey) await refuseOtherApplications(caller, named, find);
  if (caller.kind === 'merchant') return caller.merchantId;
  const [merchant = null] = merchants;
  if (merchant !== null && !(await find.isMerchant(merchant))) throw notFound('This merchant');
  return refuseForeignObjects(merchant, named, find);
}

/** A key can only open payments and payment links of its own application, and no other object by id only. */
async function refuseOtherApplications(
  { merchantId, apiKey }: ApiKeyCaller,
  { params }: NamedIn,
  find: Owners,
): Promise<void> {
  if (idsAt(params, 'userId').length > 0) throw notFound();
  for (const paymentId of idsAt(params, 'paymentId')) {
    if ((await find.ofPayment(merchantId, paymentId)) !== apiKey.applicationId) throw notFound('This payment');
  }
  for (const id of idsAt(params, 'paymentIntentId')) {
    if ((await find.ofPaymentIntent(merchantId, id)) !== apiKey.applicationId) throw notFound('This payment intent');
  }
}

async function refuseForeignObjects(
  merchant: string | null,
  { params }: NamedIn,
  find: Owners,
): Promise<string | null> {
  let about = merchant;
  for (const objectId of objectKeys.flatMap((key) => idsAt(params, key))) {
    const owner = await find.ofObject(objectId);
    if (owner !== null && merchant !== null && owner !== merchant) throw notFound('This');
    about ??= owner;
  }
  return about;
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Path parameters that identify a merchant's object by id only. */
const objectKeys = ['paymentId', 'paymentIntentId', 'userId'];

function idsAt(place: unknown, key: string): string[] {
  if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return [];
  const found: unknown = (place as Record<string, unknown>)[key];
  return [found]
    .flat()
    .filter((id) => typeof id === 'string')
    .map((id) => id.toLowerCase());
}

/**
 * The merchant in whose data to look up an object's id: for a merchant's caller always their own, for an administrator
 * the owner in the directory (contract §10, Identity). Null when there is none.
 */
export async function findObjectOwner({ query }: Queries, caller: Caller, objectId: string): Promise<string | null> {
  if (caller.kind === 'merchant') return caller.merchantId;
  const [row] = await query<{ merchant_id: string }>(
    sql`SELECT merchant_id FROM object_directory WHERE object_id = ${objectId}`,
  );
  return row?.merchant_id ?? null;
}

const mostRemembered = 10_000;

export function createOwners(database: Database): Owners {
  return {
    isMerchant: createIsMerchant(database),
    ofApplication: createFindApplicationOwner(database),
    ofObject: (id) => findInDirectory(database, id),
    ofPayment: (merchantId, paymentId) => findApplicationOfPayment(database, merchantId, paymentId),
    ofPaymentIntent: (merchantId, id) => findApplicationOfPaymentIntent(database, merchantId, id),
  };
}

async function findApplicationOfPayment({ query }: Database, merchantId: string, paymentId: string) {
  const [row] = await query<{ application_id: string }>(
    sql`SELECT application_id FROM payments WHERE merchant_id = ${merchantId} AND payment_id = ${paymentId}`,
  );
  return row?.application_id ?? null;
}

async function findApplicationOfPaymentIntent({ query }: Database, merchantId: string, paymentIntentId: string) {
  const [row] = await query<{ application_id: string }>(
    sql`SELECT application_id FROM payment_intents
      WHERE merchant_id = ${merchantId} AND payment_intent_id = ${paymentIntentId}`,
  );
  return row?.application_id ?? null;
}

async function findInDirectory({ query }: Database, objectId: string): Promise<string | null> {
  const [row] = await query<{ merchant_id: string }>(
    sql`SELECT merchant_id FROM object_directory WHERE object_id = ${objectId}
     UNION ALL SELECT merchant_id FROM accounts WHERE user_account_id = ${objectId} AND merchant_id IS NOT NULL`,
  );
  return row?.merchant_id ?? null;
}

/** Caches the merchants it found: merchants are never deleted. */
function createIsMerchant({ query }: Database): Owners['isMerchant'] {
  const known = new Set<string>();
  return async (merchantId) => {
    if (known.has(merchantId)) return true;
    const found = await query(sql`SELECT 1 FROM merchants WHERE merchant_id = ${merchantId}`);
    if (found.length > 0 && known.size < mostRemembered) known.add(merchantId);
    return found.length > 0;
  };
}

/** Caches the owners: an application never moves to another merchant. */
function createFindApplicationOwner(database: Database): FindOwner {
  const owners = new Map<string, string>();
  return async (applicationId) => {
    const known = owners.get(applicationId);
    if (known) return known;
    if (!/^[0-9a-f-]{36}$/.test(applicationId)) return null;
    const [row] = await database.query<{ merchant_id: string }>(
      sql`SELECT merchant_id FROM applications WHERE application_id = ${applicationId}`,
    );
    if (row && owners.size < mostRemembered) owners.set(applicationId, row.merchant_id);
    return row?.merchant_id ?? null;
  };
}
