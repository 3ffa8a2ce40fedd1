import type { QueryClient } from '@tanstack/react-query';

/** What is no person's although its field is called a name: of companies, shops, banks and statuses. */
const notPersonal = new Set([
  'companyName',
  'applicationName',
  'merchantName',
  'statusName',
  'fullName',
  'displayName',
]);
/** Whose own name is none either: a bank, a passkey, a team's view, how a merchant calls itself on its pay page. */
const namesNobody = ['institutionId', 'passkeyId', 'viewId', 'mark'];
const isNumber = (key: string): boolean => /accountNumber|iban|sortCode|accountIdentifier|phone|^number$/i.test(key);
const isName = (key: string): boolean =>
  /names?$|nameAtBank|^counterparty$|payerIP|^address$/i.test(key) && !notPersonal.has(key);

/** Addresses, account numbers and sort codes show what they are by their form, wherever they come from. */
const byForm = [
  String.raw`[^\s@"'<>(){}]+@[^\s@"'<>(){}]+\.[^\s@"'<>(){},;]+`,
  String.raw`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b`,
  String.raw`\b\d\d-\d\d-\d\d\b`,
];

/** Answers of which whatever is personal is marked where it is drawn: a bank statement has tens of thousands of names, in free text too. */
const marked = new Set<unknown>(['reconciliation']);

/** What stands in the place of what is personal. */
export const hidden = 'hidden';

/** Longer than this one number is not looked for: a text of it would be one of everything. */
const shortest = { name: 2, digits: 6 };

/**
 * What is personal, as the answers that pages are drawn from know it: every value of a field called a name or a number, so that a new
 * field is personal until this file says that it is not.
 */
export class PersonalValues {
  readonly #seen = new WeakSet<object>();
  readonly #values = new Set<string>();
  readonly #public = new Set<string>();
  #pattern = toPattern([]);

  /** Reads the answers not read before; true where there is something new to look for. */
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

  /** The text with what is personal taken out. */
  without(text: string): string {
    return text.replaceAll(new RegExp(this.#pattern, 'gu'), hidden);
  }

  #walk(value: unknown, key: string, owner: object): void {
    if (typeof value === 'string') return this.#take(value, key, owner);
    if (typeof value !== 'object' || value === null || this.#seen.has(value)) return;
    this.#seen.add(value);
    // A value of a list is what the list is called.
    for (const [name, each] of Object.entries(value)) this.#walk(each, Array.isArray(value) ? key : name, value);
  }

  #take(text: string, key: string, owner: object): void {
    if (key.endsWith('Body')) return this.#walk(parsed(text), '', {});
    const value = text.trim();
    const isOfAccount = 'iban' in owner || 'accountNumber' in owner;
    if (notPersonal.has(key) && !isOfAccount) this.#public.add(value);
    else if (isNumber(key)) for (const part of value.split(/\s(?=\d{6,})/)) this.#values.add(part);
    else if (isName(key) && !namesNobody.some((name) => name in owner)) this.#values.add(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers are found with and without the blanks and hyphens they are written with. */
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
