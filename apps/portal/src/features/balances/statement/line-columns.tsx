import type { StatementLine } from '@volume/contract/balances.ts';
import type { Column } from '#design/table/column.ts';
import { DateTime } from '#design/text/date-time.tsx';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { titleCase } from '#design/text/title-case.ts';
import { payInHref } from '#platform/hrefs.ts';

interface LineOptions {
  zone: string;
  zoneName: string;
  now: number;
  currency: string;
}

/** The columns of a statement: what happened, by how much, and what stood there after it. */
export const lineColumns = ({ zone, zoneName, now, currency }: LineOptions): Column<StatementLine>[] => [
  {
    id: 'what',
    header: 'Description',
    card: 'who',
    isRaised: true,
    cell: (line) => <What line={line} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 124,
    align: 'end',
    card: 'sum',
    strong: true,
    cell: ({ amount }) => <Money minor={amount} currency={currency} signed />,
  },
  {
    id: 'balance',
    header: 'Balance',
    width: 124,
    align: 'end',
    card: 'state',
    soft: true,
    cell: ({ balanceAfter }) => <Money minor={balanceAfter} currency={currency} />,
  },
  {
    id: 'at',
    header: `Time, ${zoneName}`,
    width: 118,
    soft: true,
    card: 'when',
    cell: ({ atUtc }) => <DateTime utc={atUtc} zone={zone} now={new Date(now)} />,
  },
];

const lettersOf = (words: string) => words.toLowerCase().replace(/[^a-z]/g, '');

/** The description without the kind it begins with, which stands before it. */
function restOf({ kind, description }: StatementLine): string {
  const [first = '', ...rest] = description.split(' ');
  return lettersOf(first) === lettersOf(kind) ? rest.join(' ') : description;
}

function What({ line }: { line: StatementLine }) {
  const { kind, description, paymentId } = line;
  return (
    <span className="block truncate" title={description}>
      {paymentId === null ? titleCase(kind) : <TextLink href={payInHref(paymentId)}>{titleCase(kind)}</TextLink>}{' '}
      <bdi className="text-ink-3">{restOf(line)}</bdi>
    </span>
  );
}
