import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Queries } from '#database/database.ts';
import type { Caller } from '#core/tenant.ts';
import { readPeople } from './people.ts';

interface Schema {
  _zod: { def: object };
}
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;

/** Whether a field has a person's email address, and the contract has a field for their name too: `madeBy` and `madeByName`. */
const isPerson = (key: string, shape: object): boolean => /^(by|actor|subject)$|By$/.test(key) && `${key}Name` in shape;

/** The fields of an endpoint's answer that need a name next to them. */
export function fieldsOfPeople({ response }: AnyEndpoint): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isSchema(value)) return walk(value._zod.def);
    for (const [key, each] of Object.entries(value)) {
      if (isSchema(each) && isPerson(key, value)) found.add(key);
      if (isSchema(each) || Array.isArray(each) || key === 'shape') walk(each);
    }
  };
  walk(response);
  return found;
}

interface Asked {
  params: unknown;
  caller: Caller | null;
}

/** A merchant's people for its users and for administrators who read about it. Keys do not learn names. */
function merchantOf({ params, caller }: Asked): string | null {
  if (caller?.kind === 'merchant') return caller.merchantId;
  const { merchantId } = (params ?? {}) as { merchantId?: string };
  return merchantId ?? null;
}

/** Adds the names of people to an answer, with one query for all of its rows. */
export async function namePeople(
  queries: Queries,
  call: Asked,
  { answer, fields }: { answer: unknown; fields: ReadonlySet<string> },
): Promise<unknown> {
  if (call.caller === null || call.caller.apiKey) return answer;
  const emails: string[] = [];
  change(answer, fields, (email) => {
    emails.push(email);
    return null;
  });
  if (emails.length === 0) return answer;
  return change(answer, fields, await readPeople(queries, merchantOf(call), emails));
}

/** A copy with the name from `nameOf` next to each of these fields. */
function change(value: unknown, fields: ReadonlySet<string>, nameOf: (email: string) => string | null): unknown {
  if (Array.isArray(value)) return value.map((each) => change(each, fields, nameOf));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const entry = [key, change(each, fields, nameOf)];
      return fields.has(key) && typeof each === 'string' ? [entry, [`${key}Name`, nameOf(each)]] : [entry];
    }),
  );
}
