import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { bytes, counts, give, good, iban, open, prepareReconcilePage } from './open-reconcile-page.tsx';

prepareReconcilePage();

const camt = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>`;

test.each([
  ['cut off within a row', good.slice(0, -9), /cut off/],
  ['cut off within a quoted cell', `${good}23/11/2026,"Smi`, /cut off|middle of row/],
  ['CAMT.053, cut off', camt, /cut off/],
  ['MT940, cut off', `:20:X\n:25:${iban}\n:60F:C261120GBP1,00\n`, /closing balance/],
  ['OFX, cut off', `OFXHEADER:100\n\n<OFX><STMTRS><BANKTRANLIST>`, /cut off/],
  ['in an unknown encoding', `Date,Amount\n${'\u0001\u0002\u0003'.repeat(50)}`, /encoding could not be detected/],
  ['no text at all', '%PDF-1.7', /This is a PDF/],
  ['empty', '', /is empty/],
  [
    'of another merchant’s account',
    good.replace(iban, 'GB33BUKB20201555555555'),
    /isn’t one of Harbour & Bloom’s accounts, and no payout went to it in this period/,
  ],
])('refuses a statement (%s) with a sentence and keeps matches, decisions and notes', async (_, bad, sentence) => {
  open();
  await give(good);
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 1', 'Only in Volume 0']));
  await userEvent.click(screen.getByRole('button', { name: /^Add a note on line/ }));
  await userEvent.type(screen.getByLabelText(/^Note on line/), 'Asked the bank');
  await give(bad, { name: 'bad.csv' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(sentence);
  expect(alert.textContent).toContain('bad.csv was not used; what was matched before stands below.');
  expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 1', 'Only in Volume 0']);
  expect(screen.getByLabelText<HTMLInputElement>(/^Note on line/).value).toBe('Asked the bank');
});

test('refuses a file of 200 MB without reading it and keeps the matches', async () => {
  open();
  await give(good);
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  await give('', { size: 200_000_000 });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This file has 200 MB; 100 MB can be read.');
  expect(counts()).toContain('Matched 1');
});

const wide = new Uint8Array([0xff, 0xfe, ...[...good].flatMap((letter) => [letter.charCodeAt(0), 0])]);
const old = bytes(good.replace('Nobody we know', 'M_ller')).map((byte, at, all) =>
  byte === 0x5f && all[at - 1] === 0x4d ? 0xfc : byte,
);
test.each([
  ['UTF-16', wide, 'Nobody we know'],
  ['Windows-1252', old, 'Müller'],
  [
    'quotes, commas and line breaks in cells',
    bytes(good.replace('Nobody we know', '"Smith ""Bob"",\r\nand Sons"')),
    'Smith "Bob", and Sons',
  ],
])('matches a statement with %s and keeps every name complete', async (_, content, name) => {
  open();
  await give(content);
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 1', 'Only in Volume 0']));
  expect(screen.getByRole('list', { name: 'Only at the bank' }).textContent).toContain(name);
  expect(screen.queryByRole('alert')).toBeNull();
});

const day = (number: string, [from, amount, to]: [string, string, string]) =>
  `:20:D\n:25:${number}\n:60F:C261121GBP${from}\n:61:261121${amount}NTRFINV-1\n:86:Ada Smith\n:62F:C261121GBP${to}\n-\n`;
const own = day(iban, ['1192,00', 'C12,50', '1204,50']);

test('asks which account of a file is matched, and shows that its balances agree', async () => {
  open();
  await give(day('GB33BUKB20201555555555', ['1,00', 'C1,00', '2,00']) + own, { name: 'two.sta' });
  const choice = await screen.findByRole('group', { name: 'Statement' });
  expect(
    within(choice)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked),
  ).toEqual([false, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 0', 'Only in Volume 0']));
  expect(screen.getByText(/Balances agree: 1 line, £1,192.00 → £1,204.50/)).not.toBeNull();
});

test('lets the user choose the account of a file that names another one', async () => {
  open();
  await give(good.replace(iban, 'GB33BUKB20201555555555'));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose the account' }));
  expect(screen.getByText(/is of an account that is not one of yours/)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  expect(screen.getByText(/Nothing in the file proves its lines/)).not.toBeNull();
});

test('asks before it matches a file whose balances do not agree, names the line and changes no figure', async () => {
  open();
  await give(own.replace('1204,50', '1214,50'));
  const sentence = /Balances do not agree after line 1 .*states £1,214\.50, its lines add up to £1,204\.50/;
  const text = () => document.body.textContent?.replaceAll(/\s+/g, ' ');
  await waitFor(() => expect(text()).toMatch(sentence));
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  expect(text()).toMatch(sentence);
});
