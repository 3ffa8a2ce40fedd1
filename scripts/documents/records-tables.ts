import { keptTables, type Reason, reasons } from '#api/core/records/kept-tables.ts';
import { keptWhenErased } from '#api/records/person-tables.ts';
import { keptDays, type Rule } from '#api/core/records/retention-rule.ts';
import { rules } from '#api/core/records/retention.ts';
import { code, table } from '#scripts/documents/settings-tables.ts';

/** The records that are deleted, and after how long. */
export function retentionTable(): string {
  const rows = rules.map((rule) => [
    rule.what,
    [rule.table, ...(rule.with === undefined ? [] : [rule.with])].map(code).join(', '),
    `${lengthOf(rule)} after ${code(rule.by)}`,
    typeof rule.days === 'number' ? '–' : code(rule.days),
    rule.set === undefined ? 'deleted' : 'erased',
  ]);
  return table(['Records', 'Table', 'Kept', 'Setting that keeps them longer', 'Then'], rows);
}

function lengthOf({ days }: Rule): string {
  const number = typeof days === 'number' ? days : keptDays[days];
  if (number < 1) return `${number * 24} hour`;
  return number === 1 ? '1 day' : `${number.toLocaleString('en-GB')} days`;
}

/** The records that no rule deletes, and why. */
export function keptTable(): string {
  const rows = (Object.keys(keptTables) as Reason[]).map((reason) => [
    reasons[reason],
    keptTables[reason].map(code).join(', '),
  ]);
  return table(['Why', 'Tables'], rows);
}

/** The records that remain when a person is erased, and why. */
export function keptWhenErasedTable(): string {
  const rows = Object.entries(keptWhenErased).map(([name, { columns, why }]) => [
    code(name),
    columns?.map(code).join(', ') ?? 'all texts',
    why,
  ]);
  return table(['Table', 'Columns', 'Why'], rows);
}
