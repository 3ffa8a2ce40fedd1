import { type DateStyle, timeWords } from './format-date.ts';

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
  const words = timeWords(utc, zone, style, now);
  if (words === null) return <span className="text-ink-3">–</span>;
  return (
    <time className="num whitespace-nowrap" dateTime={words.instant} title={words.full}>
      {words.time}
      {(style === 'row' || style === 'time') && <span className="wide:in-[td]:hidden"> {words.zone}</span>}
    </time>
  );
}
