import type { PersonalData } from '@volume/contract/personal-data/personal-data.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { countText, isRemoved, keptReasons, kindLabel, outcomeLabels, sumText } from './personal-data-labels.ts';
import { labelOf } from '#design/text/format-text.ts';

type PersonRecords = PersonalData['records'][number];

const columns: readonly Column<PersonRecords>[] = [
  { id: 'kind', header: 'Records', card: 'who', strong: true, cell: ({ kind }) => kindLabel(kind) },
  { id: 'count', header: 'Count', card: 'sum', align: 'end', width: 130, cell: countText },
  {
    id: 'outcome',
    header: 'On erasing',
    card: 'state',
    width: 160,
    fits: true,
    cell: ({ outcome }) => <Tag tone={outcome === 'DELETED' ? 'bad' : 'held'}>{labelOf(outcomeLabels, outcome)}</Tag>,
  },
];

/** The records that erasing removes, and those that remain with the reason. */
export function PersonRecords({ records }: { records: readonly PersonRecords[] }) {
  const removed = records.filter(isRemoved);
  const kept = keptReasons(records);
  return (
    <>
      <Section title="Erasing removes" aside={removed.length > 0 ? sumText(removed) : undefined}>
        <DataTable
          caption="What erasing removes"
          columns={columns}
          rows={removed}
          rowKey={({ kind, outcome }) => `${kind} ${outcome}`}
          empty={<EmptyState title="Nothing to erase" detail="No record that may be erased names this person." />}
        />
        {removed.length > 0 && (
          <p className="mt-3 mb-0 text-label text-ink-3">
            Where data is removed, the record stays without the person: amounts, references and times do not change.
          </p>
        )}
      </Section>
      {kept.length > 0 && (
        <Section title="Stays, and why">
          <ul className="num m-0 grid list-none gap-3 p-0">
            {kept.map(({ reason, text }) => (
              <li key={reason} className="grid gap-0.5 border-t border-line pt-2.5 [overflow-wrap:anywhere]">
                <span>{text}</span>
                <span className="text-label text-ink-3">{reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
