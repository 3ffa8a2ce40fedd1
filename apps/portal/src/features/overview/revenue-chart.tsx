import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount } from '#design/text/format-text.ts';
import { dayRangeText } from '#design/days/date-presets.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import type { StepOfRevenue } from './figures.ts';

interface RevenueChartProps {
  steps: readonly StepOfRevenue[];
  unit: 'day' | 'week';
  currency: string;
  /** The current UTC day. */
  today: string;
  hrefOf: (step: StepOfRevenue) => string;
}

const height = 172;
const top = 12;
const bottom = 24;
const left = 44;

/**
 * Bars by day or week with marks for the previous period, as wide as the container. The bar under the pointer or focus
 * shows its values; arrow keys move between bars, Enter opens one.
 */
export function RevenueChart({ steps, unit, currency, today, hrefOf }: RevenueChartProps) {
  const { box, width } = useWidth();
  const { at, setAt, walk } = useWalk(steps.length);
  const [shown, setShown] = useShown();
  const most = niceTop(Math.max(...steps.flatMap(({ amount, before }) => [amount, before.amount])));
  const wide = Math.max(0, width - left) / steps.length;
  const y = (amount: number) => top + (height - top - bottom) * (1 - amount / most);
  return (
    <div ref={box} className="relative h-[172px]">
      {/* Rendered once the width is known, so that it is rendered only once. */}
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" className="absolute inset-0 text-s">
          {[0, most / 2, most].map((tick) => (
            <g key={tick}>
              <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
              <text x={0} y={y(tick) + 4} fill="var(--ink-3)">
                {shortSum(tick, currency)}
              </text>
            </g>
          ))}
          {steps.map((step, place) => (
            <Bar
              key={step.period.from}
              {...{ step, y, wide }}
              x={left + place * wide}
              isOpen={step.period.to >= today}
            />
          ))}
          <DayLabels {...{ steps, wide, width }} />
        </svg>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- one tab stop, with arrow keys inside */}
      <div
        role="group"
        aria-label={`${currency} by ${unit}`}
        className="absolute inset-y-0 right-0 flex"
        style={{ left }}
        onKeyDown={walk}
        onPointerLeave={() => setShown(undefined)}
        onBlur={() => setShown(undefined)}
      >
        {steps.map((step, place) => (
          <a
            key={step.period.from}
            href={hrefOf(step)}
            tabIndex={place === at ? 0 : -1}
            aria-label={`${dayRangeText(step.period, today)}: ${formatMoney(step.amount, currency)}, ${step.count} ${step.count === 1 ? 'pay-in' : 'pay-ins'}; previous period: ${formatMoney(step.before.amount, currency)}`}
            className="h-[148px] flex-1 rounded-small hover:bg-[color-mix(in_srgb,var(--act)_8%,transparent)]"
            onFocus={() => (setAt(place), setShown(place))}
            onPointerEnter={() => setShown(place)}
          />
        ))}
      </div>
      {shown !== undefined && steps[shown] && (
        <StepNote step={steps[shown]} {...{ currency, today }} x={left + (shown + 0.5) * wide} y={y} width={width} />
      )}
    </div>
  );
}

/** The bar whose values are shown; Escape hides them. */
function useShown() {
  const [shown, setShown] = useState<number>();
  useEffect(() => {
    const onKey = ({ key }: globalThis.KeyboardEvent) => {
      if (key === 'Escape') setShown(undefined);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return [shown, setShown] as const;
}

/** Roving tabindex for a row of links, starting at the last; arrow keys, Home and End move the focus. */
export function useWalk(length: number) {
  const [chosenAt, setAt] = useState(length - 1);
  const at = Math.min(chosenAt, length - 1);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: length - 1 }[event.key];
    if (next === undefined || next < 0 || next >= length) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('a')[next]?.focus();
  };
  return { at, setAt, walk };
}

interface StepNoteProps {
  step: StepOfRevenue;
  currency: string;
  today: string;
  x: number;
  y: (amount: number) => number;
  width: number;
}

const halfNote = 96;

function StepNote({ step, currency, today, x, y, width }: StepNoteProps) {
  const { period, amount, count, before } = step;
  return (
    <div
      aria-hidden="true"
      className="num pointer-events-none absolute z-10 w-48 -translate-x-1/2 -translate-y-full rounded border border-line bg-surface px-2.5 py-1.5 text-label shadow-float"
      style={{
        left: Math.max(halfNote, Math.min(x, width - halfNote)),
        top: Math.max(y(Math.max(amount, before.amount)) - 8, 44),
      }}
    >
      <div className="text-ink-3">{dayRangeText(period, today)}</div>
      <div className="font-strong">
        {formatMoney(amount, currency)}
        <span className="ml-1.5 font-medium text-ink-2">{formatCount(count)} pay-ins</span>
      </div>
      <div className="text-ink-3">Before: {formatMoney(before.amount, currency)}</div>
    </div>
  );
}

interface BarProps {
  step: StepOfRevenue;
  x: number;
  y: (amount: number) => number;
  wide: number;
  /** The period includes today. */
  isOpen: boolean;
}

function Bar({ step: { amount, before }, x, y, wide, isOpen }: BarProps) {
  const thick = Math.max(1, wide * 0.56);
  const tall = Math.max(0, y(0) - y(amount));
  return (
    <>
      <rect
        x={x + (wide - thick) / 2}
        y={y(amount)}
        width={thick}
        height={tall}
        rx={Math.min(2, thick / 2)}
        fill="var(--chart-1)"
        opacity={isOpen ? 0.4 : 1}
      />
      {before.amount > 0 && (
        <line
          x1={x + wide * 0.08}
          x2={x + wide * 0.92}
          y1={y(before.amount)}
          y2={y(before.amount)}
          stroke="var(--chart-3)"
          strokeWidth={2}
        />
      )}
    </>
  );
}

type LabelProps = Pick<RevenueChartProps, 'steps'> & { wide: number; width: number };

const shortDay = (day: string): string => formatDateTime(day, 'UTC', 'date').replace(/ \d{4}$/, '');

/** As many day labels as fit, always with the last. */
function DayLabels({ steps, wide, width }: LabelProps) {
  const every = Math.max(1, Math.ceil(64 / Math.max(wide, 1)));
  return steps.map(({ period: { from: day } }, place) => {
    if ((steps.length - 1 - place) % every !== 0) return null;
    const x = left + (place + 0.5) * wide;
    const isAtEdge = x > width - 24;
    return (
      <text
        key={day}
        x={isAtEdge ? width : x}
        y={height - 5}
        textAnchor={isAtEdge ? 'end' : 'middle'}
        fill="var(--ink-3)"
      >
        {shortDay(day)}
      </text>
    );
  });
}

/** The smallest of 1, 2, 4, 6, 8 or 10 times a power of ten that is at least the highest bar; minor units. */
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
