import type { QueryClient } from '@tanstack/react-query';
import { reconciliationKeys } from '#platform/queries/shared-keys.ts';

/** Keys that look like a name but are not personal: names of companies, shops, banks and statuses. */
const notPersonal = new Set([
  'companyName',
  'applicationName',
  'merchantName',
  'statusName',
  'fullName',
  'displayName',
]);
/** Objects with one of these keys have a `name` that is not personal: bank, passkey, shared view, brand. Who made them is. */
const namesNobody = ['institutionId', 'passkeyId', 'viewId', 'mark'];
const isNumber = (key: string): boolean => /accountNumber|iban|sortCode|accountIdentifier|phone|^number$/i.test(key);
const isName = (key: string): boolean =>
  /names?$|nameAtBank|^counterparty$|payerIP|^address$/i.test(key) && !notPersonal.has(key);

/** Email addresses, account numbers and sort codes are recognised by their format, whatever their source. */
const byForm = [
  String.raw`[^\s@"'<>(){}]+@[^\s@"'<>(){}]+\.[^\s@"'<>(){},;]+`,
  String.raw`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b`,
  String.raw`\b\d\d-\d\d-\d\d\b`,
];

/** Cached data whose components mark personal values themselves, such as the many names of a bank statement. */
const marked = new Set<unknown>(reconciliationKeys.all);

export const hidden = 'hidden';

/** Minimum lengths to search for, because shorter values would match by chance. */
const shortest = { name: 2, digits: 6 };

/**
 * Collects personal values from cached responses: every value whose key says that it is a name or a number, so that a new field is
 * personal until it is excluded here.
 */
export class PersonalValues {
  readonly #seen = new WeakSet<object>();
  readonly #values = new Set<string>();
  readonly #public = new Set<string>();
  #pattern = toPattern([]);

  /** Reads new responses; returns true if they contain new values. */
  read(queryClient: QueryClient): boolean {
    const before = this.#values.size + this.#public.size;
    for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
      if (!marked.has(queryKey[0])) this.#walk(state.data, '', {});
    }
    if (this.#values.size + this.#public.size === before) return false;
    this.#pattern = toPattern([...this.#values].filter((value) => !this.#public.has(value)));
    return true;
  }

  isIn(text: string): boolean {
    return this.#pattern.test(text);
  }

  without(text: string): string {
    return text.replaceAll(new RegExp(this.#pattern, 'gu'), hidden);
  }

  #walk(value: unknown, key: string, owner: object): void {
    if (typeof value === 'string') return this.#take(value, key, owner);
    if (typeof value !== 'object' || value === null || this.#seen.has(value)) return;
    this.#seen.add(value);
    // Items of a list have the key of the list.
    for (const [name, each] of Object.entries(value)) this.#walk(each, Array.isArray(value) ? key : name, value);
  }

  #take(text: string, key: string, owner: object): void {
    if (key.endsWith('Body')) return this.#walk(parsed(text), '', {});
    const value = text.trim();
    const isOfAccount = 'iban' in owner || 'accountNumber' in owner;
    if (notPersonal.has(key) && !isOfAccount) this.#public.add(value);
    else if (isNumber(key)) for (const part of value.split(/\s(?=\d{6,})/)) this.#values.add(part);
    else if (isName(key) && (key.endsWith('ByName') || !namesNobody.some((name) => name in owner)))
      this.#values.add(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers match with and without spaces and hyphens. */
function toPattern(values: readonly string[]): RegExp {
  const found = values.flatMap((value) => {
    const digits = value.replaceAll(/[\s-]/g, '');
    if (/^[A-Z0-9]*\d{4,}[A-Z0-9]*$/i.test(digits) && digits.length >= shortest.digits)
      return [[...digits].join(String.raw`[\s\-·]*`)];
    return value.length < shortest.name ? [] : [String.raw`(?<!\p{L})${escapeText(value)}(?!\p{L})`];
  });
  return new RegExp([...byForm, ...found].join('|'), 'u');
}

const escapeText = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
