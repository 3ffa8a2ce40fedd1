import type { Entry, Found } from './describe-camt-entry.ts';
import { tidy } from './statement.ts';

/** A `Stmt` as found in the file, with the data read from its entries. */
export interface Collected<Read> {
  account: Found;
  entries: Read[];
  balances: { found: Found; currency: string }[];
}

/**
 * Collects statements from the parser's events. Each entry is read as soon as it ends, because the values of 50,000
 * take too much memory.
 */
export function collectCamt<Read>(read: (entry: Entry, statement: Collected<Read>) => Read) {
  const statements: Collected<Read>[] = [];
  const names = new Set<string>();
  const path: string[] = [];
  let said = '';
  let statement: Collected<Read> | undefined;
  let balance: Collected<Read>['balances'][number] | undefined;
  let entry: Entry | undefined;
  let detail: Entry['details'][number] | undefined;
  return {
    statements,
    /** The names of the outer elements, which distinguish the messages. */
    names,
    open: (name: string, currency: string) => {
      path.push(name);
      said = '';
      if (path.length <= 2) names.add(name);
      if (name === 'Stmt' && path.includes('BkToCstmrStmt'))
        statements.push((statement = { account: new Map(), entries: [], balances: [] }));
      if (name === 'Bal' && !entry) statement?.balances.push((balance = { found: new Map(), currency: '' }));
      if (name === 'Ntry') entry = { found: new Map(), currency: '', details: [] };
      if (name === 'TxDtls') entry?.details.push((detail = { found: new Map(), currency: '' }));
      const money = detail ?? entry ?? balance;
      if (name === 'Amt' && money) money.currency ||= currency;
    },
    text: (piece: string) => void (said += piece),
    close: () => {
      const text = tidy(said);
      said = '';
      const found = detail?.found ?? entry?.found ?? balance?.found;
      if (text !== '') put(found ?? (path.includes('Acct') ? statement?.account : undefined), path, text);
      const name = path.pop();
      if (name === 'TxDtls') detail = undefined;
      if (name === 'Ntry' && statement && entry) statement.entries.push(read(entry, statement));
      if (name === 'Ntry') entry = undefined;
      if (name === 'Bal') balance = undefined;
      if (name === 'Stmt') statement = undefined;
    },
  };
}

/** Stores a value under its last three and its last two path names. */
function put(found: Found | undefined, path: readonly string[], text: string): void {
  if (!found) return;
  const end = `${path.at(-2)}/${path.at(-1)}`;
  add(found, end, text);
  add(found, `${path.at(-3)}/${end}`, text);
}

function add(found: Found, key: string, text: string): void {
  const all = found.get(key);
  if (all) all.push(text);
  else found.set(key, [text]);
}
