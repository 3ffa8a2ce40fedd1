import { type DateStyle, timeWords } from './format-date.ts';

interface DateTimeProps {
  utc: string;
  zone: string;
  style?: DateStyle | undefined;
  now?: Date | undefined;
}

/** A <time> element followed by its zone, unless the column's header names it; the tooltip has the full form. */
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
