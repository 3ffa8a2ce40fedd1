import { formatDateTime, instantOf, type DateStyle } from './format-date.ts';

type DateTimeProps = { utc: string; zone: string; style?: DateStyle | undefined; now?: Date | undefined };

/** An instant as a machine-readable time; the full form with its zone shows on hover. */
export function DateTime({ utc, zone, style = 'row', now }: DateTimeProps) {
  const instant = instantOf(utc);
  if (instant === null) return <span className="text-ink-3">–</span>;
  return (
    <time
      className="num whitespace-nowrap"
      dateTime={instant.toISOString()}
      title={formatDateTime(utc, zone, 'full', now)}
    >
      {formatDateTime(utc, zone, style, now)}
    </time>
  );
}
