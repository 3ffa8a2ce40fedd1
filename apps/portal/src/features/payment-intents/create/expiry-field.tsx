import { SelectField } from '#design/choose/select-field.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { formatDateTime, zoneName } from '#design/text/format-date.ts';
import { useZone } from '#platform/preferences.ts';
import { type DraftErrors, endOf, type Expiry, type LinkDraft, spans } from './link-draft.ts';

interface ExpiryFieldProps {
  draft: LinkDraft;
  errors: DraftErrors;
  onChange: (change: Partial<LinkDraft>) => void;
}

const choices: { value: Expiry; label: string }[] = [
  { value: 'NEVER', label: 'Never' },
  { value: 'HOUR', label: 'In 1 hour' },
  { value: 'DAY', label: 'In 24 hours' },
  { value: 'WEEK', label: 'In 7 days' },
  { value: 'MONTH', label: 'In 30 days' },
  { value: 'OWN', label: 'Custom date and time' },
];

/** When the link is over: never, after a span, or at a day and time in the person's zone. */
export function ExpiryField({ draft, errors, onChange }: ExpiryFieldProps) {
  const zone = useZone();
  const choose = (expiry: Expiry) =>
    onChange({ expiry, spanEnd: expiry === 'NEVER' || expiry === 'OWN' ? 0 : Date.now() + spans[expiry] });
  const end = endOf(draft, zone);
  return (
    <div className="grid gap-1.5">
      <SelectField label="Expires" size="l" options={choices} value={draft.expiry} onChange={choose} />
      {draft.expiry === 'OWN' ? (
        <TextField
          type="datetime-local"
          label={`Expires at, ${zoneName(zone)}`}
          value={draft.ownEnd}
          error={errors.ownEnd}
          onChange={(event) => onChange({ ownEnd: event.target.value })}
        />
      ) : (
        <span role="status" className={`text-label ${errors.expiry ? 'text-bad' : 'text-ink-3'}`}>
          {errors.expiry ??
            (end === null
              ? 'It can be paid until you cancel it.'
              : formatDateTime(new Date(end).toISOString(), zone, 'full'))}
        </span>
      )}
    </div>
  );
}
