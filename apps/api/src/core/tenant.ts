import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Caller } from './caller.ts';
import { notFound } from './problem.ts';

/** Finds the merchant an application belongs to; null when there is no such application. */
export type FindOwner = (applicationId: string) => Promise<string | null>;

/** Refuses a merchant's caller who names another merchant: 404, as if it did not exist (contract §5). */
export function requireMerchant(caller: Caller, merchantId: string): void {
  if (caller.kind === 'merchant' && caller.merchantId !== merchantId) throw notFound('This merchant');
}

/** The merchant a caller belongs to; null for an administrator, whose own actions are the platform's. */
export const ownMerchant = (caller: Caller): string | null => (caller.kind === 'merchant' ? caller.merchantId : null);

/**
 * The one merchant a call is about: a merchant's caller is always about their own; an administrator about the one
 * they named, or null for all merchants (contract §8, Administrators).
 */
export function merchantOf(caller: Caller, named: string | null | undefined): string | null {
  if (named != null) requireMerchant(caller, named);
  return caller.kind === 'merchant' ? caller.merchantId : (named ?? null);
}

/** Every place of a call where an id may stand: path, query, header, body. */
export type NamedIn = {
  params: unknown;
  rawQuery: Record<string, string[]>;
  body: unknown;
  applicationId: string | null;
};

export type Owners = { ofApplication: FindOwner; ofObject: FindOwner };

/**
 * Refuses ids that are not the caller's, or that disagree with each other, wherever they are named: 404.
 * One place for every endpoint, so that no handler can forget it. Answers the merchant the call is about, null for all or none.
 */
export async function refuseForeignIds(caller: Caller, named: NamedIn, find: Owners): Promise<string | null> {
  const places = [named.params, named.rawQuery, named.body];
  const merchants = new Set(places.flatMap((place) => idsAt(place, 'merchantId')));
  for (const applicationId of [...places, named].flatMap((place) => idsAt(place, 'applicationId'))) {
    const owner = await find.ofApplication(applicationId);
    if (owner === null) throw notFound('This application');
    if (caller.kind === 'merchant' && owner !== caller.merchantId) throw notFound('This application');
    merchants.add(owner);
  }
  for (const merchantId of merchants) requireMerchant(caller, merchantId);
  if (merchants.size > 1) throw notFound('This merchant');
  // A merchant's caller finds only their own objects anyway; an administrator who named a merchant means that one.
  if (caller.kind === 'merchant') return caller.merchantId;
  const [merchant = null] = merchants;
  return refuseForeignObjects(merchant, named, find);
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

/** Path parameters that name one merchant's object by its bare id. */
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
 * The merchant whose books to look an object's bare id up in: a merchant's caller only ever looks into their own, an
 * administrator into its owner's, by the directory (contract §10, Identity). Null when nobody has it.
 */
export async function findObjectOwner({ query }: Queries, caller: Caller, objectId: string): Promise<string | null> {
  if (caller.kind === 'merchant') return caller.merchantId;
  const [row] = await query<{ merchant_id: string }>(
    sql`SELECT merchant_id FROM object_directory WHERE object_id = ${objectId}`,
  );
  return row?.merchant_id ?? null;
}
