import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatMoney } from '#design/text/format-money.ts';
import type { DayOfRevenue } from './figures.ts';

interface RevenueChartProps {
  days: readonly DayOfRevenue[];
  currency: string;
  hrefOf: (day: string) => string;
  dayText: (day: string) => string;
  /** The day under the pointer or the focus. */
  onDay: (day: DayOfRevenue | undefined) => void;
}

const height = 172;
const top = 12;
const bottom = 24;
const left = 44;

/** Bars by day with marks for the period before, drawn for the width there is. Arrow keys walk the days, Enter opens one. */
export function RevenueChart({ days, currency, hrefOf, dayText, onDay }: RevenueChartProps) {
  const { box, width } = useWidth();
  const [at, setAt] = useState(days.length - 1);
  const most = niceTop(Math.max(...days.flatMap(({ amount, before }) => [amount, before.amount])));
  const step = Math.max(0, width - left) / days.length;
  const y = (amount: number) => top + (height - top - bottom) * (1 - amount / most);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= days.length) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  };
  return (
    <div ref={box} className="relative h-[172px]">
      <svg width={width} height={height} aria-hidden="true" className="absolute inset-0 text-s">
        {[0, most / 2, most].map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            <text x={0} y={y(tick) + 4} fill="var(--ink-3)">
              {shortSum(tick, currency)}
            </text>
          </g>
        ))}
        {days.map((day, place) => (
          <Bar key={day.day} {...{ day, y, step }} x={left + place * step} isOpen={place === days.length - 1} />
        ))}
        <DayLabels {...{ days, step, width, dayText }} />
      </svg>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one stop for the Tab key, arrows inside */}
      <div
        role="group"
        aria-label={`${currency} by day`}
        className="absolute inset-y-0 right-0 flex"
        style={{ left }}
        onKeyDown={walk}
        onPointerLeave={() => onDay(undefined)}
        onBlur={() => onDay(undefined)}
      >
        {days.map((day, place) => (
          <a
            key={day.day}
            href={hrefOf(day.day)}
            tabIndex={place === at ? 0 : -1}
            aria-label={`${dayText(day.day)}: ${formatMoney(day.amount, currency)}, ${day.count} pay-ins; previous period: ${formatMoney(day.before.amount, currency)}`}
            className="h-[148px] flex-1 rounded-small hover:bg-[color-mix(in_srgb,var(--act)_8%,transparent)]"
            onFocus={() => (setAt(place), onDay(day))}
            onPointerEnter={() => onDay(day)}
          />
        ))}
      </div>
    </div>
  );
}

interface BarProps {
  day: DayOfRevenue;
  x: number;
  y: (amount: number) => number;
  step: number;
  /** Today is not over yet. */
  isOpen: boolean;
}

function Bar({ day: { amount, before }, x, y, step, isOpen }: BarProps) {
  const thick = Math.max(1, step * 0.56);
  const tall = Math.max(0, y(0) - y(amount));
  return (
    <>
      <rect
        x={x + (step - thick) / 2}
        y={y(amount)}
        width={thick}
        height={tall}
        rx={Math.min(2, thick / 2)}
        fill="var(--chart-1)"
        opacity={isOpen ? 0.4 : 1}
      />
      {before.amount > 0 && (
        <line
          x1={x + step * 0.08}
          x2={x + step * 0.92}
          y1={y(before.amount)}
          y2={y(before.amount)}
          stroke="var(--chart-3)"
          strokeWidth={2}
        />
      )}
    </>
  );
}

type LabelProps = Pick<RevenueChartProps, 'dayText'> & { days: readonly DayOfRevenue[]; step: number; width: number };

/** As many days by name as there is room for, the last one among them. */
function DayLabels({ days, step, width, dayText }: LabelProps) {
  const every = Math.max(1, Math.ceil(64 / Math.max(step, 1)));
  return days.map(({ day }, place) => {
    if ((days.length - 1 - place) % every !== 0) return null;
    const x = left + (place + 0.5) * step;
    const isAtEdge = x > width - 24;
    return (
      <text
        key={day}
        x={isAtEdge ? width : x}
        y={height - 5}
        textAnchor={isAtEdge ? 'end' : 'middle'}
        fill="var(--ink-3)"
      >
        {dayText(day)}
      </text>
    );
  });
}

/** The first of 1, 2, 4, 6, 8 or 10 times a power of ten that is not below the highest bar; minor units. */
function niceTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(highest, 100)));
  return ([1, 2, 4, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10) * power;
}

function shortSum(minor: number, currency: string): string {
  const symbol = currency === 'EUR' ? '€' : '£';
  const major = minor / 100;
  if (major >= 1_000_000) return `${symbol}${major / 1_000_000}m`;
  return major >= 1_000 ? `${symbol}${major / 1_000}k` : `${symbol}${major}`;
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
