import type { ReactNode } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { Match } from '#features/reconciliation/matching/result.ts';
import { isoDay, type BankLine } from '#features/reconciliation/reading/statement.ts';
import { entryKey, lineKey, type Reconciliation } from '#features/reconciliation/reconciliation.ts';
import {
  agreementOf,
  entryLabel,
  isOnItsWay,
  reasonOf,
  toneOf,
} from '#features/reconciliation/reconciliation-labels.ts';
import { payInHref, payoutsHref } from '#platform/hrefs.ts';
import { Note, type NotedProps } from './note.tsx';
import { Row } from './row.tsx';

interface SideProps {
  name: ReactNode;
  minor: number;
  currency: string;
  detail: ReactNode;
}

function Side({ name, minor, currency, detail }: SideProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
      <span className="truncate font-strong">{name}</span>
      <Money minor={minor} currency={currency} />
      <span className="truncate text-label text-ink-3">{detail}</span>
    </div>
  );
}

const shortDay = (day: number): string => formatDateTime(isoDay(day), 'UTC', 'date').replace(/ \d{4}$/, '');

export function BankSide({ line, currency }: { line: BankLine; currency: string }) {
  return (
    <Side
      name={<bdi data-personal>{line.name || line.text || 'No name'}</bdi>}
      minor={line.amount}
      currency={line.currency || currency}
      detail={
        <>
          {shortDay(line.day)} ·{' '}
          {line.reference ? (
            <>
              ref <bdi data-personal>{line.reference}</bdi>
            </>
          ) : line.name && line.text ? (
            <bdi data-personal>{line.text}</bdi>
          ) : (
            'no reference'
          )}
        </>
      }
    />
  );
}

export function HereSide({ entry, agreement }: { entry: BookEntry; agreement?: string }) {
  const href =
    entry.paymentId === undefined
      ? entry.payoutId === undefined
        ? undefined
        : payoutsHref({ payout: entry.payoutId })
      : payInHref(entry.paymentId);
  const label = entryLabel(entry);
  const name = (
    <>
      {label && `${label} `}
      <bdi data-personal>{entry.name || 'an unnamed account'}</bdi>
    </>
  );
  const [reference] = entry.references;
  return (
    <Side
      name={href === undefined ? name : <TextLink href={href}>{name}</TextLink>}
      minor={entry.amount}
      currency={entry.currency}
      detail={
        <>
          {formatDateTime(entry.atUtc, 'UTC', 'row')} UTC
          {reference !== undefined && (
            <>
              {' '}
              · <bdi>{reference}</bdi>
            </>
          )}
          {agreement ? `, ${agreement}` : ''}
          {isOnItsWay(entry) ? ', on its way' : ''}
        </>
      }
    />
  );
}

interface MatchRowProps {
  of: Reconciliation;
  match: Match;
  /** The numbers of lines that were matched by the user, and with another payment. */
  changed: ReadonlySet<number>;
  /** Makes the match selectable; undefined when there is nothing to decide. */
  choice?: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined;
}

export function MatchRow({ of, match, changed, choice }: MatchRowProps) {
  const { currency, lines, entries } = of;
  const hasChanged = match.lines.some((at) => changed.has(lines[at]?.number ?? 0));
  const reason = reasonOf(match, currency);
  const [first = 0] = match.lines;
  return (
    <Row
      box={
        choice && (
          <Checkbox
            checked={choice.isChosen}
            aria-label={`Choose line ${first + 1}: ${reason}`}
            onChange={choice.onChange}
          />
        )
      }
      bank={match.lines.map((at) => lines[at] && <BankSide key={at} line={lines[at]} currency={currency} />)}
      between={
        <>
          <Tag tone={toneOf(match)}>{reason}</Tag>
          {hasChanged && <ChangedTag />}
        </>
      }
      here={
        match.entries.length === 0 ? (
          <span className="text-ink-3">Will be ignored: duplicate line</span>
        ) : (
          match.entries.map(
            (at) => entries[at] && <HereSide key={at} entry={entries[at]} agreement={agreementOf(match)} />,
          )
        )
      }
    />
  );
}

const ChangedTag = () => <Tag tone="held">Changed since matched</Tag>;

interface BankRowProps extends NotedProps {
  line: BankLine;
  currency: string;
  hasChanged: boolean;
  onSearch: (line: BankLine) => void;
}

export function BankRow({ line, currency, hasChanged, onSearch, notes, onNote }: BankRowProps) {
  return (
    <Row
      bank={<BankSide line={line} currency={currency} />}
      between={
        <>
          <Tag tone="bad">No counterpart</Tag>
          {hasChanged && <ChangedTag />}
        </>
      }
      here={
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-40 grow">
            <Note of={`line ${line.number}`} id={lineKey(line)} {...{ notes, onNote }} />
          </span>
          <Button size="s" aria-label={`Search by hand for line ${line.number}`} onClick={() => onSearch(line)}>
            Search by hand
          </Button>
        </span>
      }
    />
  );
}

export function HereRow({ entry, notes, onNote }: NotedProps & { entry: BookEntry }) {
  const of = `unmatched entry ${entry.references[0] ?? entry.id}`;
  return (
    <Row
      bank={<Note of={of} id={entryKey(entry)} {...{ notes, onNote }} />}
      between={
        <Tag tone={isOnItsWay(entry) ? 'move' : 'bad'}>{isOnItsWay(entry) ? 'On its way' : 'Not on the statement'}</Tag>
      }
      here={<HereSide entry={entry} />}
    />
  );
}
