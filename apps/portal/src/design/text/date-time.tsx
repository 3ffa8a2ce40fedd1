import { formatDateTime, type DateStyle } from './format-date.ts';

type DateTimeProps = { utc: string; zone: string; style?: DateStyle | undefined; now?: Date | undefined };

/** An instant as a machine-readable time; the full form with its zone shows on hover. */
export function DateTime({ utc, zone, style = 'row', now }: DateTimeProps) {
  const text = formatDateTime(utc, zone, style, now);
  if (text === '–') return <span className="text-ink-3">–</span>;
  return (
    <time
      className="num whitespace-nowrap"
      dateTime={/(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(utc) ? utc : `${utc}Z`}
      title={formatDateTime(utc, zone, 'full', now)}
    >
      {text}
    </time>
  );
}
