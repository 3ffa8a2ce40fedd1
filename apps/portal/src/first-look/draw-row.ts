import type { PaymentListItem } from '@volume/contract/pay-ins.ts';
import { payerName, payInWords, riskWord } from '#features/pay-ins/pay-in-words.ts';
import { formatDateTime, instantOf, zoneName } from '#design/text/format-date.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { titleCase } from '#design/text/title-case.ts';
import type { StatusWord } from '#domain/status-words.ts';
import { make, makeSvg } from './make.ts';

/** Where times are shown, and the moment they are looked at from. */
export interface RowLook {
  zone: string;
  now: Date;
}

/**
 * One row of the pay-in list as features/pay-ins draws it, said a second time without React: the first rows stand before
 * that is there. `row` is as the wire tells it, its amount in major units. draw-row.test.ts holds both together.
 */
export function drawRow(row: PaymentListItem, look: RowLook): Element {
  const { amount, currency, reference } = row.paymentRequest;
  const link = make('a', { class: 'row-link', href: `/payments/${row.paymentId}`, tabindex: '-1' }, tags(row));
  return make(
    'tr',
    {},
    cell('num', link, 'state'),
    cell('end strong num', make('span', { class: 'num' }, formatMoney(Math.round(amount * 100), currency)), 'sum'),
    cell('num', name(payerName(row)), 'who'),
    cell('mono', identifier(reference)),
    cell('mono soft', identifier(row.merchantPaymentId ?? row.merchantReference)),
    cell('soft', titleCase(row.paymentType)),
    cell('', risk(row.riskCategory)),
    cell('soft num', time(row.createdAt, look), 'when'),
    (aMenu ??= menu()).cloneNode(true),
  );
}

const cell = (look: string, content: Node | string, card?: string): Element =>
  make('td', { class: look, 'data-card': card }, content);

const dash = (): Element => make('span', { class: 'text-ink-3' }, '–');
const isEmpty = (text: string | null): text is null => text === null || text.trim() === '';

const name = (text: string | null): Element =>
  isEmpty(text) ? dash() : make('span', { class: 'block truncate', title: text }, make('bdi', {}, text));

function identifier(text: string | null): Element {
  if (isEmpty(text)) return dash();
  const word = make('bdi', { class: 'mono [overflow-wrap:anywhere]', translate: 'no' }, text);
  return make('span', { class: 'block truncate', title: text }, word);
}

const risks = { LOW: 'text-ink-3', NA: 'text-ink-3', MEDIUM: 'font-medium text-held', HIGH: 'font-medium text-bad' };

const risk = (category: PaymentListItem['riskCategory']): Element =>
  category === null ? dash() : make('span', { class: risks[category] }, riskWord(category));

const tags = (row: PaymentListItem): Element =>
  make('span', { class: 'inline-flex max-w-full flex-wrap gap-1' }, ...payInWords(row).map(tag));

const tones: Record<StatusWord['tone'], string> = {
  ok: 'bg-ok-soft text-ok',
  move: 'bg-move-soft text-move',
  held: 'bg-held-soft text-held',
  bad: 'bg-bad-soft text-bad',
  calm: 'bg-calm-soft text-calm',
};

function tag({ word, tone, hollow }: StatusWord): Element {
  const dot = `size-1.5 shrink-0 rounded-full border-current ${hollow === true ? 'border-[1.5px]' : 'border-[3px]'}`;
  const look = `inline-flex items-center gap-1.5 rounded-[10px] py-px pr-[9px] pl-2 text-label font-medium whitespace-nowrap ${tones[tone]}`;
  return make('span', { class: look }, make('span', { class: dot }), word);
}

function time(utc: string, { zone, now }: RowLook): Element {
  const instant = instantOf(utc);
  if (instant === null) return dash();
  const words = formatDateTime(utc, zone, 'row', now);
  const title = formatDateTime(utc, zone, 'full', now);
  const zoneWord = make('span', { class: 'wide:in-[td]:hidden' }, ` ${zoneName(zone, instant)}`);
  return make('time', { class: 'num whitespace-nowrap', datetime: instant.toISOString(), title }, words, zoneWord);
}

/** The same in every row, and a third of what a row is made of: copies cost the browser less. */
let aMenu: Element | undefined;

function menu(): Element {
  const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const dots = ['12', '19', '5'].map((cx) => makeSvg('circle', { cx, cy: '12', r: '1' }));
  const icon = makeSvg('svg', { viewBox: '0 0 24 24', ...stroke, class: 'lucide ' }, ...dots);
  const look =
    'inline-grid size-7 place-items-center rounded-medium align-middle text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken';
  const button = make('button', { type: 'button', tabindex: '-1', class: look, 'aria-expanded': 'false' }, icon);
  return make('td', { class: 'end', 'data-raised': '' }, button);
}
