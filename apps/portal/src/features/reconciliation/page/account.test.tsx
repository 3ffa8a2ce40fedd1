import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { account, counts, exported, give, good, iban, open, prepareReconcilePage } from './open-reconcile-page.tsx';

prepareReconcilePage();

const virtual: typeof account = {
  ...account,
  id: 2,
  isVirtualAccount: true,
  vaProviderType: 'MODULR',
  accountIdentification1: { type: 'ACCOUNT_NUMBER', number: '55779911' },
};
const both = [account, virtual];

const line = (kind: string, description: string, reference: string, amount: string, id: string): string =>
  `2026-11-21T10:00:00.000,${kind},${description},${reference},GBP,${amount},0.00,${id},,\n`;
const statementLines = [
  'At (UTC),Kind,Description,Reference,Currency,Amount,Balance after,Payment id,Payout id,Exchange id\n',
  line('PAY_IN', 'Pay-in from Ada Smith', 'INV-1', '12.50', 'v1'),
  line('PAY_IN', 'Pay-in from Bo Fisher', 'INV-2', '84.21', 'v2'),
  line('PAY_IN', 'Pay-in from Cleo Hartmann', 'INV-77', '33.10', 'v3'),
].join('');
const nameless = `Date,Name,Reference,Amount
21/11/2026,Ada Smith,INV-1,12.50
22/11/2026,Bo Fisher,INV-2,84.21
22/11/2026,Nobody we know,RENT,5.00
`;
const chosen = () =>
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Account' }).selectedOptions[0]?.textContent;

test('proposes the account with the most exact matches, and says how many there are', async () => {
  exported['statement/export'] = statementLines;
  open('bank', both);
  await give(nameless);
  expect(await screen.findByText('2 of 3 lines match this account exactly.')).not.toBeNull();
  expect(chosen()).toBe('GBP · Modulr · 5577 9911 · 2 lines match');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), '1');
  expect(screen.getByText('1 of 3 lines match this account exactly; another account matches more.')).not.toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()[0]).toBe('Matched 2'));
});

test('tries again when another export of the user is running', async () => {
  exported['statement/export'] = '429';
  open('bank', [virtual]);
  await give(good.replace(iban, '55779911'));
  await waitFor(() =>
    expect(fetch).toHaveBeenCalledWith(expect.stringContaining('statement/export'), expect.anything()),
  );
  exported['statement/export'] = statementLines;
  await waitFor(() => expect(counts()[0]).toBe('Matched 1'), { timeout: 5_000 });
});

test('columns that are being changed stay when the accounts have been compared', async () => {
  const usual = vi.mocked(fetch).getMockImplementation()!;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  vi.mocked(fetch).mockImplementation(async (...call) => {
    await held;
    return usual(...call);
  });
  open('bank', both);
  await give(nameless);
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  await screen.findByText(/Choose what each column of/);
  release();
  await expect(screen.findByText(/does not say which account/, {}, { timeout: 500 })).rejects.toThrow('Unable to find');
  expect(screen.getByText(/Choose what each column of/)).toBeDefined();
});

test('proposes the usual account where nothing matches, or an account cannot be loaded', async () => {
  exported['statement/export'] = '404';
  open('bank', both);
  await give(nameless.replaceAll('INV', 'OTHER'));
  expect(await screen.findByText('No line matches any of these accounts exactly.')).not.toBeNull();
  expect(chosen()).toContain('GBP · Bank account');
});

test('the account can be chosen before the others are compared, and stays', async () => {
  exported['statement/export'] = statementLines;
  open('bank', both);
  await give(nameless);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Account' }), 'bank GBP');
  await screen.findByText(/another account matches more/);
  expect(chosen()).toContain('our bank account');
});

test('the account is changed without choosing the file again, and notes stay', async () => {
  exported['statement/export'] = statementLines;
  open('bank', both);
  await give(nameless);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Account' }), '1');
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 0', 'Only at the bank 2', 'Only in Volume 0']));
  await userEvent.click(screen.getByRole('button', { name: 'Add a note on line 3' }));
  await userEvent.type(screen.getByLabelText('Note on line 3'), 'Rent');
  expect(document.body.textContent).toContain('Account: GBP · Bank account');
  await userEvent.click(screen.getByRole('button', { name: 'Change the account' }));
  await screen.findByText(/was matched with this account: choose another one/);
  expect(chosen()).toContain('GBP · Bank account');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 2', 'To review 0', 'Only at the bank 1', 'Only in Volume 1']));
  expect(document.body.textContent).toContain('Account: GBP · Modulr · 5577 9911');
  expect(screen.getByLabelText<HTMLInputElement>('Note on line 3').value).toBe('Rent');
  expect(document.body.textContent).not.toContain('Changed since matched');
  await userEvent.click(screen.getByRole('button', { name: 'Change the account' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(counts()[0]).toBe('Matched 2');
});

test('a line without a name is headed by the bank’s text, in which names are found', async () => {
  exported['statement/export'] = statementLines;
  open('look', [virtual]);
  await give(`Datum;Text;Referenz;Betrag
21.11.2026;SEPA-GUTSCHRIFT SMITH ADA;INV-1;12,50
22.11.2026;SEPA-GUTSCHRIFT HARTMANN CLEO Rechnung vom 19.11.;;33,10
22.11.2026;DAUERAUFTRAG MIETE;;-900,00
`);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Account' }), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 1', 'Only at the bank 1', 'Only in Volume 1']));
  const proposals = screen.getByRole('list', { name: 'To review' }).textContent;
  expect(proposals).toContain('SEPA-GUTSCHRIFT HARTMANN CLEO');
  expect(proposals).toContain('name agrees');
  expect(document.body.textContent).not.toContain('No name');
});
