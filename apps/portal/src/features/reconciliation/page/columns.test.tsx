import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { counts, give, iban, open, prepareReconcilePage, scope } from './open-reconcile-page.tsx';

prepareReconcilePage();

const { merchantId } = scope;
const dutch = (...lines: string[]): string =>
  [`Account,${iban}`, 'Date,Name,Reference,Amount,Debit/Credit', ...lines].join('\n') + '\n';
const venMen = dutch('2026-11-21,Ada Smith,INV-1,12.50,Ven', '2026-11-22,Nobody we know,RENT,84.21,Men');
const later = dutch('2026-11-21,Ada Smith,INV-1,12.50,Ven', '2026-11-23,Somebody else,RENT,4.00,Men');
const ask = (): HTMLElement => screen.getByText(/^Choose what each column/).closest('.grid')!;
const mean = async (word: string, meaning: string) =>
  userEvent.click(
    within(await screen.findByRole('group', { name: new RegExp(`^What ${word} (is|means)$`) })).getByRole('button', {
      name: meaning,
    }),
  );
const choose = async (column: string, role: string) =>
  userEvent.selectOptions(await screen.findByRole('combobox', { name: `What ${column} is` }), role);
const preview = () => screen.getByText('The first lines, read this way').parentElement?.textContent;
const read = () => userEvent.click(screen.getByRole('button', { name: 'Read the statement' }));

test('asks what unknown words for debit and credit mean, shows the lines read accordingly, and does not ask again', async () => {
  open();
  await give(venMen);
  await screen.findByText(/says “Ven”, so that the direction of the amounts is not clear/);
  expect(screen.queryByText('The first lines, read this way')).toBeNull();
  await mean('Ven', 'Money in');
  expect(ask().textContent).toContain('Choose whether “Men” is money in or money out.');
  await mean('Men', 'Money out');
  await waitFor(() =>
    expect(preview()).toMatch(/21 Nov 2026Ada Smith · INV-1\+£?12\.50.*Nobody we know · RENT−£?84\.21/),
  );
  await read();
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 1', 'Only in Volume 0']));
  await give(later, { name: 'december.csv' });
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Only at the bank' }).textContent).toContain('Somebody else'),
  );
  expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 1', 'Only in Volume 0']);
  expect(screen.queryByText(/^Choose what each column/)).toBeNull();
  expect(document.body.textContent).toContain('2 lines, columns as you chose them, read in this browser');
});

test('asks whether 7.250 has thousands or decimals, and remembers it for files that show nothing', async () => {
  open();
  await give(
    `Account,${iban}\nDate,Name,Reference,Amount\n2026-11-21,Ada Smith,INV-1,7.250\n2026-11-22,Bo,RENT,5.100\n`,
  );
  await screen.findByText(/such as 7\.250, can have a thousands separator or a decimal mark/);
  expect(ask().textContent).toContain('Choose what “7.250” means.');
  await mean('7.250', '7,250.00');
  await waitFor(() => expect(preview()).toMatch(/Ada Smith · INV-1\+£?7,250\.00/));
  await mean('7.250', '7.25');
  await waitFor(() => expect(preview()).toMatch(/Ada Smith · INV-1\+£?7\.25/));
  await read();
  await waitFor(() => expect(screen.getByRole('list', { name: 'Only at the bank' }).textContent).toMatch(/\+?£5\.10/));
  expect(localStorage.getItem(`v_statement_columns_v1.${merchantId}`)).toContain('"decimalMark":"."');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await mean('7.250', '7,250.00');
  await read();
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Only at the bank' }).textContent).toMatch(/\+?£5,100\.00/),
  );
});

test('columns can be changed after the file was read, and the change is remembered', async () => {
  open();
  await give(venMen);
  await mean('Ven', 'Money in');
  await mean('Men', 'Money out');
  await read();
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await mean('Men', 'Money in');
  await waitFor(() => expect(preview()).toMatch(/\+£?84\.21/));
  await read();
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Only at the bank' }).textContent).not.toContain('−£84.21'),
  );
  expect(localStorage.getItem(`v_statement_columns_v1.${merchantId}`)).toContain('"Men":1');
});

test('the columns of a file that was read without a question can be changed', async () => {
  open();
  const paid = `Account,${iban}\nDate,Name,Reference,Amount,Paid\n2026-11-21,Ada Smith,INV-1,99.00,12.50\n`;
  await give(paid);
  await waitFor(() => expect(counts()).toContain('Only at the bank 1'));
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await choose('Amount', 'Not used');
  expect(ask().textContent).toContain('Choose the date and the amount.');
  await choose('Paid', 'Amount, signed');
  await read();
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await userEvent.click(screen.getByRole('button', { name: 'Finish and clear' }));
  await give(paid);
  await waitFor(() => expect(counts()).toContain('Matched 1'));
});

test('a word that is a property name of every object is asked about like any other', async () => {
  open();
  await give(venMen.replace('Men', 'constructor'));
  await mean('Ven', 'Money in');
  expect(ask().textContent).toContain('Choose whether “constructor” is money in or money out.');
});

test('a choice that cannot be read stays, with the reason, so that it can be corrected', async () => {
  open();
  await give(venMen);
  await mean('Ven', 'Money in');
  await mean('Men', 'Money out');
  await choose('Name', 'Date');
  await choose('Date', 'Name');
  await waitFor(() => expect(preview()).toMatch(/The dates of this file.* could not be read/));
  await read();
  await screen.findByText(/could not be read. Download the statement with dates/, { selector: 'p.text-ink-3' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'What Name is' }).value).toBe('date');
  await choose('Name', 'Name');
  await choose('Date', 'Date');
  await read();
  await waitFor(() => expect(counts()).toContain('Matched 1'));
});

test('columns can be changed while the account is asked for', async () => {
  open();
  await give('Date,Name,Reference,Amount,Paid\n2026-11-21,Ada Smith,INV-1,99.00,12.50\n');
  await screen.findByText(/does not say which account it is for/);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await choose('Amount', 'Not used');
  await choose('Paid', 'Amount, signed');
  await read();
  await userEvent.click(await screen.findByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toContain('Matched 1'));
});

test('a remembered choice that no longer fits is shown again, with what is wrong', async () => {
  open();
  await give(venMen);
  await mean('Ven', 'Money in');
  await mean('Men', 'Money out');
  await read();
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  await give(dutch('2026-11-21,Ada Smith,INV-1,12.50,Ven', '2026-11-22,Nobody,RENT,84.21,Otro'));
  await screen.findByText(/says “Otro”/);
  expect(
    within(await screen.findByRole('group', { name: 'What Ven is' })).getByRole('button', { pressed: true })
      .textContent,
  ).toBe('Money in');
});

test('unreadable stored choices count as none', async () => {
  localStorage.setItem(`v_statement_columns_v1.${merchantId}`, '{"date | name":{"columns":{"date":["x"]}}}');
  open();
  await give(venMen);
  expect(await screen.findByText(/says “Ven”/)).not.toBeNull();
});
