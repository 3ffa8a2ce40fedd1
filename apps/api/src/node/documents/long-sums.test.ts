import { expect, test } from 'vitest';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { createDocuments } from './create-documents.ts';

test('the longest sums of a statement are whole and next to each other', async () => {
  const sum = { day: '1 Nov 2026', sum: '−£90,071,992,547,409.91', count: '', isSoFar: false };
  const facts = { merchant: 'M', application: 'A', holder: 'H', currency: 'GBP', account: '1', period: 'P' };
  const [amount, balance] = [sum.sum, sum.sum];
  const lines = [{ party: 'P'.repeat(90), at: '1 Nov 2026, 10:00', kind: 'Pay-in', reference: 'R', amount, balance }];
  const sums = { opening: sum, closing: sum, moneyIn: sum, moneyOut: sum };
  const data = { ...facts, ...sums, zone: 'UTC', madeAt: '', madeBy: '', sums: [], isSimulated: false, lines };
  const documents = await createDocuments();
  const made = await documents?.make('test', () => Promise.resolve({ name: 'sums', template: 'statement', data }));
  const { first } = await readPdf(new Response(made?.pdf, { headers: { 'content-type': 'application/pdf' } }));
  const { items } = await first.getTextContent();
  const found = items.flatMap((item) => ('str' in item && item.str.includes('£') ? [item] : []));
  // Four figures, the opening and closing balance, and a line's amount and balance.
  expect(found.map(({ str }) => str)).toEqual(Array(8).fill(sum.sum));
  const [figures, edges] = [found.slice(0, 4), found.map(({ transform, width }) => Number(transform[4]) + width)];
  for (const [at, { transform }] of figures.slice(1).entries()) {
    expect(edges[at]).toBeLessThan(Number(transform[4]));
  }
  expect(Math.max(...edges)).toBeLessThan(Number(first.view[2]) - 40);
});
