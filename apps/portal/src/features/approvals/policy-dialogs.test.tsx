import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { PolicyDialog } from './policy-dialogs.tsx';

const approvers = ['maya@shop.example', 'priya@shop.example'].map((email) => ({ email, name: null }));
const policy = { thresholds: { GBP: null, EUR: null }, approvers, proposal: null };
let sent: unknown[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  sent = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}): Promise<Response> => {
    if (init.method === 'PUT') sent.push(JSON.parse(String(init.body)));
    return Response.json({ ...policy, thresholds: { GBP: null, EUR: null } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("reads the thresholds with a decimal comma and refuses another currency's sign", async () => {
  const nothing = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PolicyDialog merchantId="m" policy={policy} isOpen onClose={nothing} />
    </QueryClientProvider>,
  );
  const euros = await screen.findByLabelText('EUR limit');
  await userEvent.type(screen.getByLabelText('GBP limit'), '100,00');
  await userEvent.type(euros, '£500');
  await userEvent.tab({ shift: true });
  expect(screen.queryByText('= £100.00')).not.toBeNull();
  expect(screen.queryByText('This amount is in EUR. Write it without £.')).not.toBeNull();
  await userEvent.clear(euros);
  await userEvent.type(euros, "1'250,5");
  await userEvent.click(screen.getByRole('button', { name: 'Save limits' }));
  await waitFor(() => expect(sent).toEqual([{ GBP: 100, EUR: 1250.5 }]));
});
