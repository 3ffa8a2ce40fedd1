import type { BookEntry } from '#features/reconciliation/matching/books.ts';
import { type BankLine, swappedDay } from '#features/reconciliation/reading/statement.ts';
import { createRandom, type Random } from './random.ts';
import { createPeople, type Person, spellAbroad, spellAtBank } from './sample-people.ts';

export const situations = [
  'exact',
  'swapped',
  'late',
  'split',
  'joined',
  'foreign',
  'misspelt',
  'difference',
  'duplicate',
  'repeated',
] as const;
export type Situation = (typeof situations)[number];

/** A true match: its lines by number in the file, its entries by id. */
export interface Truth {
  situation: Situation;
  lines: number[];
  entries: string[];
}

export interface Sample {
  lines: BankLine[];
  entries: BookEntry[];
  truths: Truth[];
}

/** A line before sorting and numbering. */
type Draft = Omit<BankLine, 'number'>;

interface World {
  random: Random;
  people: readonly Person[];
  firstDay: number;
  drafts: Draft[];
  entries: BookEntry[];
  truths: { situation: Situation; drafts: Draft[]; entries: string[] }[];
}

const shares: readonly [Situation | 'bank only' | 'here only', number][] = [
  ['exact', 0.76],
  ['swapped', 0.03],
  ['late', 0.02],
  ['split', 0.02],
  ['joined', 0.03],
  ['foreign', 0.04],
  ['misspelt', 0.02],
  ['difference', 0.01],
  ['duplicate', 0.02],
  ['repeated', 0.01],
  ['bank only', 0.03],
  ['here only', 0.01],
];

/**
 * Generates a bank statement of about `count` lines over 90 days, the entries to compare it with, and the solution.
 * Prices and payers repeat, order numbers are sequential, and `others` is the number of further entries without a line.
 */
export function sampleStatement(seed: number, count: number, others = Math.round(count / 20)): Sample {
  const random = createRandom(seed);
  const world: World = {
    random,
    people: createPeople(random, count),
    firstDay: 20_700,
    drafts: [],
    entries: [],
    truths: [],
  };
  while (world.drafts.length < count) situate[drawSituation(random)](world);
  for (let at = 0; at < others; at += 1) addEntry(world, { day: world.firstDay - 20 + random.below(120) });
  return putInOrder(world);
}

function drawSituation(random: Random): (typeof shares)[number][0] {
  let left = random.next();
  return shares.find(([, share]) => (left -= share) < 0)?.[0] ?? 'exact';
}

const prices = [999, 1999, 2499, 4900, 9900, 24_900, 500, 1250, 12_000, 7500];

function addEntry(world: World, given: Partial<BookEntry> = {}): BookEntry {
  const { random, entries, people, firstDay } = world;
  const number = entries.length + 10_000;
  const day = given.day ?? firstDay + random.below(86);
  const entry: BookEntry = {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    kind: 'PAY_IN',
    day,
    atUtc: `${new Date(day * 86_400_000).toISOString().slice(0, 10)}T10:00:00.000`,
    amount: random.isOnce(0.25) ? random.pick(prices) : random.between(300, 90_000),
    currency: 'GBP',
    name: random.pick(people).name,
    references: [`INV-${number}`],
    status: 'COMPLETED',
    paymentId: undefined,
    payoutId: undefined,
    destination: [],
    ...given,
  };
  entries.push(entry);
  return entry;
}

/** The bank line of an entry, with the reference in its field, within a text, or with a space in it. */
function lineFor({ random }: World, entry: BookEntry): Draft {
  const [reference = ''] = entry.references;
  const name = spellAtBank(random, entry.name);
  const place = random.below(4);
  const within = place === 2 ? reference.replace('-', ' ') : reference;
  return {
    day: entry.day + random.pick([0, 0, 0, 1, 1, 2, 3]),
    amount: entry.amount,
    currency: 'GBP',
    name,
    reference: place < 2 ? reference : '',
    text: place < 2 ? 'FASTER PAYMENT' : `FPI ${name} ${within} ${random.between(100, 999)}`,
    bankId: '',
  };
}

function add(world: World, situation: Situation, drafts: Draft[], entries: BookEntry[]): void {
  world.drafts.push(...drafts);
  world.truths.push({ situation, drafts, entries: entries.map(({ id }) => id) });
}

const bare = { reference: '', text: 'FASTER PAYMENT' };

/** Splits a total into amounts above a pound each. */
function cut(random: Random, total: number, count: number): number[] {
  const parts = Array.from({ length: count - 1 }, () => Math.floor((total / count) * (0.4 + random.next())));
  return [...parts, total - parts.reduce((sum, each) => sum + each, 0)];
}

const situate: Record<(typeof shares)[number][0], (world: World) => void> = {
  exact: (world) => {
    const entry = addEntry(world);
    add(world, 'exact', [lineFor(world, entry)], [entry]);
  },
  swapped: (world) => {
    const entry = addEntry(world);
    const line = lineFor(world, entry);
    const day = swappedDay(line.day);
    // A day above the twelfth cannot be read as a month, and a swapped date close to the right one still matches
    // exactly.
    const isMoved = day !== undefined && Math.abs(day - line.day) > 12;
    add(world, isMoved ? 'swapped' : 'exact', [isMoved ? { ...line, day } : line], [entry]);
  },
  late: (world) => {
    const entry = addEntry(world);
    add(world, 'late', [{ ...lineFor(world, entry), day: entry.day + world.random.between(8, 30) }], [entry]);
  },
  split: (world) => {
    const { random } = world;
    const entry = addEntry(world, { amount: random.between(5000, 90_000) });
    const isNamed = random.isOnce(0.6);
    const lines = cut(random, entry.amount, random.between(2, 3)).map((amount) => ({
      ...lineFor(world, entry),
      ...(isNamed ? {} : bare),
      amount,
    }));
    add(world, 'split', lines, [entry]);
  },
  joined: (world) => {
    const { random, firstDay, people } = world;
    const name = random.pick(people).name;
    const day = firstDay + random.below(80);
    const entries = Array.from({ length: random.between(2, 4) }, () =>
      addEntry(world, { name, day: day - random.below(3) }),
    );
    const isNamed = random.isOnce(0.6);
    const line: Draft = {
      ...lineFor(world, { ...(entries[0] as BookEntry), day }),
      amount: entries.reduce((sum, { amount }) => sum + amount, 0),
      ...bare,
      ...(isNamed ? { text: entries.map(({ references }) => references[0]).join(', ') } : {}),
    };
    add(world, 'joined', [line], entries);
  },
  foreign: (world) => {
    const person = world.random.pick(world.people.filter(({ abroad }) => abroad !== undefined));
    const entry = addEntry(world, { name: person.name });
    const name = spellAbroad(world.random, person);
    add(world, 'foreign', [{ ...lineFor(world, entry), ...bare, name }], [entry]);
  },
  misspelt: (world) => {
    const { random } = world;
    const entry = addEntry(world);
    const number = entry.references[0]?.slice(4) ?? '';
    const slip = random.pick([number.slice(0, -2) + number.at(-1) + number.at(-2), `${number}0`, number.slice(0, -1)]);
    add(world, 'misspelt', [{ ...lineFor(world, entry), text: 'FASTER PAYMENT', reference: `INV ${slip}` }], [entry]);
  },
  difference: (world) => {
    const entry = addEntry(world, { amount: world.random.between(5000, 90_000) });
    const fee = world.random.pick([100, 150, -100, 35]);
    add(world, 'difference', [{ ...lineFor(world, entry), amount: entry.amount - fee }], [entry]);
  },
  duplicate: (world) => {
    const entry = addEntry(world);
    const line = lineFor(world, entry);
    add(world, 'duplicate', [line, { ...line }], [entry]);
  },
  repeated: (world) => {
    const one = addEntry(world);
    const { amount, name, references, day } = one;
    const two = addEntry(world, { amount, name, references, day: day + world.random.below(2) });
    add(world, 'repeated', [lineFor(world, one), lineFor(world, two)], [one, two]);
  },
  'bank only': (world) => void world.drafts.push(strangeLine(world)),
  'here only': (world) => void addEntry(world),
};

/** A line without a counterpart that resembles one: an entry's amount, a similar order number, a fee, a card. */
function strangeLine({ random, entries, people, firstDay }: World): Draft {
  const other = entries[random.below(Math.max(1, entries.length))];
  const line = { day: firstDay + random.below(90), currency: 'GBP', bankId: '', name: random.pick(people).name };
  const amount = other?.amount ?? 1200;
  const number = other?.references[0] ?? 'INV-1';
  return random.pick<Draft>([
    { ...line, amount: -random.between(100, 9000), name: '', reference: '', text: 'CARD PAYMENT 21 NOV 2026' },
    { ...line, amount: random.between(200, 90_000), reference: `RENT ${random.between(1, 99)}`, text: '' },
    { ...line, amount, reference: `${number}${random.between(10, 99)}`, text: '' },
    { ...line, amount: amount + 40_000, reference: number, text: '' },
    { ...line, amount: -amount, reference: number, text: 'DIRECT DEBIT' },
  ]);
}

function putInOrder({ drafts, entries, truths }: World): Sample {
  // Sorted by day; lines of the same day keep their order.
  const inOrder = drafts.toSorted((a, b) => a.day - b.day);
  const numbers = new Map(inOrder.map((draft, at) => [draft, at + 1] as const));
  return {
    lines: inOrder.map((draft, at) => ({ ...draft, number: at + 1 })),
    entries,
    truths: truths.map(({ drafts: of, ...truth }) => ({ ...truth, lines: of.map((draft) => numbers.get(draft) ?? 0) })),
  };
}
