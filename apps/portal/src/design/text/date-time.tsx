import { type DateStyle, timeTexts } from './format-date.ts';

interface DateTimeProps {
  utc: string;
  zone: string;
  style?: DateStyle | undefined;
  now?: Date | undefined;
}

/** A <time> element followed by its zone, unless the column's header names it; the tooltip has the full form. */
export function DateTime({ utc, zone, style = 'row', now }: DateTimeProps) {
  const texts = timeTexts(utc, zone, style, now);
  if (texts === null) return <span className="text-ink-3">–</span>;
  return (
    <time className="num whitespace-nowrap" dateTime={texts.instant} title={texts.full}>
      {texts.time}
      {(style === 'row' || style === 'time') && <span className="wide:in-[td]:hidden"> {texts.zone}</span>}
    </time>
  );
}
