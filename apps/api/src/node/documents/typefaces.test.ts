import { describe, expect, test } from 'vitest';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { listPayers } from '#sample-data/payments/list-payers.ts';
import { sampleMerchants } from '#sample-data/catalogue/sample-merchants.ts';
import { createWorld } from '#sample-data/world.ts';
import { createDocuments } from './create-documents.ts';
import { makePrintable, typefaces } from './typefaces.mjs';

const world = createWorld({
  seed: 'paper',
  now: new Date('2026-11-21T12:00:00Z'),
  payments: 0,
  days: 30,
  banks: [],
  passwordHash: '',
  seal: () => Promise.resolve(''),
});
const names = [
  ...new Set([
    ...listPayers(world, 4000).flatMap(({ name }) => name ?? []),
    ...sampleMerchants.map(({ companyName }) => companyName),
  ]),
];

/** A statement with a line for each of these parties. */
async function draw(parties: readonly unknown[]) {
  const documents = await createDocuments();
  if (!documents) throw new Error('No documents can be made on this platform.');
  const sum = { day: '1 Nov 2026', sum: '£0.00', count: '', isSoFar: false };
  const lines = parties.map((party) => ({ party, at: '', kind: 'Pay-in', reference: 'R', amount: '', balance: '' }));
  const facts = { merchant: 'M', application: 'A', holder: 'H', currency: 'GBP', account: '1', period: 'P' };
  const sums = { opening: sum, closing: sum, moneyIn: sum, moneyOut: sum };
  const data = { ...facts, ...sums, zone: 'UTC', madeAt: '', madeBy: '', sums: [], isSimulated: false, lines };
  const { pdf } = await documents.make('test', () => Promise.resolve({ name: 'names', template: 'statement', data }));
  const { words } = await readPdf(new Response(pdf, { headers: { 'content-type': 'application/pdf' } }));
  // PDF/UA-1 forbids a character that no typeface has, so a file with a box does not claim it.
  return { text: words.join(' '), isWithoutBoxes: Buffer.from(pdf).includes('pdfuaid:part') };
}

describe('every name of the sample world', () => {
  test('has scripts that need all typefaces', () => {
    const scripts = 'Latin,Greek,Cyrillic,Arabic,Hebrew,Devanagari,Han,Hiragana,Hangul,Emoji_Presentation'.split(',');
    const missing = scripts.filter((script) => !names.some((name) => isIn(script).test(name)));
    expect(missing).toEqual([]);
  });

  test('is rendered without a box', async () => {
    const { text, isWithoutBoxes } = await draw(names);
    expect(isWithoutBoxes).toBe(true);
    expect(text).not.toContain('…');
    // Words of scripts from left to right; the order of others depends on the reader.
    for (const word of ['김서연', '박민준', '陈秀英', '王伟', '髙橋', 'Παπαδοπούλου', 'Шевченко', 'Łucja', '👩‍🚀', '🔥'])
      expect(text).toContain(word);
  });

  test('would be shortened without the typefaces that have its script', () => {
    const latinOnly = typefaces.filter((file) => file.includes('NotoSans_'));
    const { printable } = makePrintable(['김서연', '陈秀英', '👩‍🚀 Space Camp', 'Zoë'], latinOnly);
    expect(printable).toEqual(['…', '…', '… Space Camp', 'Zoë']);
  });
});

test('a name that no typeface can render is replaced by the reference, or by an ellipsis if some of it is left', async () => {
  const otherwise = 'Reference INV-7';
  const { text, isWithoutBoxes } = await draw([
    { text: 'ไทย', otherwise },
    { text: 'Ayşe ไทย Noor', otherwise },
  ]);
  expect(text.match(/Reference INV-7/g)).toHaveLength(1);
  expect(text).toContain('Ayşe … Noor');
  expect(isWithoutBoxes).toBe(true);
});

test('a Chinese name is set in one typeface, and a Japanese name in another one', () => {
  expect(makePrintable(['王伟', '髙橋 健太']).chinese).toBe('伟');
  expect(makePrintable(['髙橋 健太', '李明']).chinese).toBe('');
});

const isIn = (script: string): RegExp =>
  new RegExp(script === 'Emoji_Presentation' ? `\\p{${script}}` : `\\p{Script=${script}}`, 'u');
