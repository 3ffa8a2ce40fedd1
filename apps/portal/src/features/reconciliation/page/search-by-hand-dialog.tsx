import { majorText } from '@volume/contract/money/money.ts';
import { readTypedAmount } from '@volume/contract/money/typed-amount.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { formatCount } from '#design/text/format-text.ts';
import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import type { BankLine } from '#features/reconciliation/reading/statement.ts';
import { BankSide, HereSide } from './match-row.tsx';

interface SearchByHandDialogProps {
  line: BankLine;
  currency: string;
  /** Entries without a line, of all loaded days. */
  free: readonly BookEntry[];
  isOpen: boolean;
  onClose: () => void;
  onMatch: (entry: BookEntry) => void;
}

const mostShown = 20;

export function SearchByHandDialog({ line, currency, free, isOpen, onClose, onMatch }: SearchByHandDialogProps) {
  const [text, setText] = useState('');
  const found = findBy(text, line, free);
  return (
    <Dialog
      {...{ isOpen, onClose }}
      size="l"
      title="Search by hand"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className="grid gap-4">
        <BankSide line={line} currency={currency} />
        <TextField
          label="Name, reference, id or amount"
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {found.length === 0 && <p className="m-0 text-ink-3">No unmatched payment fits.</p>}
        <ul
          aria-label="Possible matches"
          className="num m-0 max-h-[min(420px,50vh)] list-none overflow-y-auto border-t border-line p-0"
        >
          {found.slice(0, mostShown).map((entry) => (
            <li
              key={entry.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-b border-line py-2"
            >
              <HereSide entry={entry} />
              <Button
                size="s"
                aria-label={`Match with ${entry.references[0] ?? entry.id}`}
                onClick={() => onMatch(entry)}
              >
                Match
              </Button>
            </li>
          ))}
        </ul>
        {found.length > mostShown && (
          <p className="m-0 text-label text-ink-3">
            The nearest {mostShown} of {formatCount(found.length)}. Type to find others.
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Normalises a typed word: an amount in any notation becomes a plain decimal, as entries have it. */
function toSearched(word: string): string {
  const read = /[.,'’]/.test(word) ? readTypedAmount(word) : undefined;
  if (read !== undefined && 'minor' in read) return majorText(read.minor);
  return word.replaceAll(',', '').replace(/^[£€]/, '');
}

/** Entries with the line's sign that contain every typed word; the nearest amount first, then the nearest day. */
function findBy(text: string, line: BankLine, free: readonly BookEntry[]): BookEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).map(toSearched);
  const saysAll = ({ name, references, amount }: BookEntry): boolean => {
    const all = [name, ...references, (Math.abs(amount) / 100).toFixed(2)].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const apart = ({ amount, day }: BookEntry): number =>
    Math.abs(amount - line.amount) * 1000 + Math.min(999, Math.abs(day - line.day));
  return free
    .filter((entry) => Math.sign(entry.amount) === Math.sign(line.amount) && saysAll(entry))
    .toSorted((a, b) => apart(a) - apart(b));
}
