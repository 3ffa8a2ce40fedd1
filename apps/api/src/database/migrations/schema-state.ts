import { baseline, type Migration } from './migrations.ts';

/** What a database records that the last build before the baseline brought up to date: its schema is the baseline's. */
const beforeBaseline: readonly string[] = `
  0001-identity 0002-merchants 0003-payments 0004-payment-rules 0005-ledger 0006-deliveries 0007-takings 0008-money-out 0009-balances
  0010-payment-intents 0011-exchange 0012-monthly 0014-last-admin 0015-activity 0016-webhooks 0019-payers 0021-application-secrets
  0022-roll-up-slots 0023-search-letters 0025-email-factor 0026-open-refunds 0027-plain-letters 0030-key-rings 0031-mails-given-up
  0034-trail 0035-trail-of-before 0036-unknown-sign-ins 0044-work-by-kind 0045-suspect-lanes 0048-email-letters 0049-known-places
  0052-moved-money 0053-step-up-codes 0056-exceptions 0057-book-audits 0058-reconciliations`
  .trim()
  .split(/\s+/);

export type SchemaState =
  | { kind: 'KNOWN'; due: readonly Migration[] }
  /** The baseline's schema under the names of an older build. */
  | { kind: 'BEFORE_BASELINE'; names: readonly string[] }
  /** Not to be touched; the sentence says by whom it was made and what to do. */
  | { kind: 'FOREIGN'; sentence: string };

/** Judges a database by the names of the migrations it records. */
export function schemaState(recorded: readonly string[], known: readonly Migration[]): SchemaState {
  const has = new Set(recorded);
  const names = new Set([...known.map(({ name }) => name), ...beforeBaseline]);
  const newer = recorded.find((name) => !names.has(name));
  if (newer !== undefined) {
    const sentence = `The database holds migration ${newer}, which this build does not know: a newer build made it. Start that one.`;
    return { kind: 'FOREIGN', sentence };
  }
  if (has.size === 0 || has.has(baseline.name)) return { kind: 'KNOWN', due: known.filter(({ name }) => !has.has(name)) };
  if (beforeBaseline.every((name) => has.has(name))) return { kind: 'BEFORE_BASELINE', names: beforeBaseline };
  return { kind: 'FOREIGN', sentence: olderSentence(recorded) };
}

function olderSentence(recorded: readonly string[]): string {
  return (
    `The database was made by an older build, up to migration ${[...recorded].sort().at(-1)}; this build takes databases over from ` +
    `${beforeBaseline.at(-1)} on. Nothing was changed. Start a build that still has that migration on it once, then this one ` +
    '(docs/operations.md, Upgrade); samples alone are made anew by `npm run reset`.'
  );
}
