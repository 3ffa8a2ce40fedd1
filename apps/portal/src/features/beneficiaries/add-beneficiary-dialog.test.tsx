import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { idOf, payee } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { AddBeneficiaryDialog } from './add-beneficiary-dialog.tsx';

const scope = { merchantId: idOf(1), applicationId: idOf(101) };
let sent: unknown[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId: scope.merchantId, authorities: ['EDIT_SETTINGS'] });
  sent = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}): Promise<Response> => {
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)));
    return Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function paste(label: string, text: string): Promise<void> {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
}

test('accepts an IBAN as copied from a chat or a PDF', async () => {
  const payers = [payee({ forCurrency: 'EUR' })];
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AddBeneficiaryDialog scope={scope} payers={payers} isOpen onClose={() => undefined} />
    </QueryClientProvider>,
  );
  await paste('Account holder', 'Northwind Ltd');
  await paste('IBAN', '\u202aGB29\u00a0NWBK\u200b 6016 1331 92\u00ad68 19\u202c');
  await userEvent.click(screen.getByRole('button', { name: 'Add beneficiary' }));
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ iban: 'GB29NWBK60161331926819' })]));
});
