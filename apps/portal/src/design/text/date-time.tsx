import { formatDateTime, instantOf, type DateStyle, zoneName } from './format-date.ts';

interface DateTimeProps {
  utc: string;
  zone: string;
  style?: DateStyle | undefined;
  now?: Date | undefined;
}

/**
 * An instant as a machine-readable time, its zone behind it unless the head of its column names it; the full form shows
 * on hover.
 */
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
      {(style === 'row' || style === 'time') && <span className="wide:in-[td]:hidden"> {zoneName(zone, instant)}</span>}
    </time>
  );
}
