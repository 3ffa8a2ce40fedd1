import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { CreateLinkDialog } from './create-link-dialog.tsx';

const applicationId = '018cc778-5000-7fb8-ab33-00000000b001';
let sent: unknown[];
let capabilities: string[];

beforeEach(() => {
  localStorage.clear();
  clearSession();
  putSettings();
  signIn({ merchantId: 'm', authorities: ['PAY_BY_LINK'] });
  sent = [];
  capabilities = ['largest-amount 1000.00'];
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}): Promise<Response> => {
    if (target.endsWith('/capabilities')) return Response.json(capabilities);
    sent.push(JSON.parse(String(init.body)));
    return new Response('');
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("creates a link for an amount typed with a decimal comma, up to the deployment's maximum", async () => {
  const nothing = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CreateLinkDialog
        isOpen
        currencies={['GBP', 'EUR']}
        applicationId={applicationId}
        onClose={nothing}
        onCreated={nothing}
      />
    </QueryClientProvider>,
  );
  const amount = await screen.findByRole('textbox', { name: /^Amount/ });
  await userEvent.type(amount, '1.000,01');
  await screen.findByRole('textbox', { name: /^Amount/, description: /Must be at most £1,000\.00\.$/ });
  await userEvent.click(screen.getByRole('button', { name: 'Create link for £1,000.01' }));
  expect(sent).toEqual([]);
  await userEvent.clear(amount);
  await userEvent.type(amount, '12,50');
  await userEvent.tab();
  expect(screen.queryByText('= £12.50')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Create link for £12.50' }));
  const request = { paymentRequest: { amount: 12.5, currency: 'GBP', reference: '' } };
  await waitFor(() => expect(sent).toEqual([expect.objectContaining(request)]));
});

test("reads a custom time in the portal's format, zone and 24-hour clock, whatever the browser's locale", async () => {
  const nothing = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CreateLinkDialog
        isOpen
        currencies={['GBP']}
        applicationId={applicationId}
        onClose={nothing}
        onCreated={nothing}
      />
    </QueryClientProvider>,
  );
  await userEvent.type(await screen.findByRole('textbox', { name: /^Amount/ }), '12.50');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Expires/ }), 'Custom date and time');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Expires at, UTC' });
  // A native date field would use the format of the browser's locale.
  expect(field.type).toBe('text');
  expect(field.value).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, 17:00$/);
  const day = field.value.replace(/,.*/, '');
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Create link for £12.50' }));
  await userEvent.clear(field);
  await userEvent.type(field, '12/25/2026, 10:00 PM');
  await press();
  await screen.findByRole('textbox', { name: 'Expires at, UTC', description: /Enter a date and a time/ });
  expect(sent).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, `${day}, 22:00`);
  await press();
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ expiresAtUtc: expect.stringMatching(/T22:00:00\.000$/) })]),
  );
});

const again = {
  merchantPaymentId: null,
  paymentRequest: { amount: 1250, currency: 'GBP', reference: null },
};
function openAgain(metadata: Record<string, string> | null = { customer: 'C-4711' }): void {
  const nothing = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CreateLinkDialog
        isOpen
        currencies={['GBP']}
        applicationId={applicationId}
        onClose={nothing}
        onCreated={nothing}
        again={{ ...again, metadata }}
      />
    </QueryClientProvider>,
  );
}

test('sends the metadata of a link that is made again, with what was added to it', async () => {
  capabilities = ['POST paymentintents/link metadata'];
  openAgain();
  const field = await screen.findByRole('textbox', { name: /^Metadata/ });
  expect(field.matches('[data-personal]')).toBe(true);
  await userEvent.clear(field);
  await userEvent.type(field, 'customer=C-4711{Enter}basket=7');
  await userEvent.click(screen.getByRole('button', { name: 'Create link for £12.50' }));
  const metadata = { customer: 'C-4711', basket: '7' };
  await waitFor(() => expect(sent).toEqual([expect.objectContaining({ metadata })]));
});

test('a press opens the field for metadata, which then has the focus', async () => {
  capabilities = ['POST paymentintents/link metadata'];
  openAgain(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Add metadata' }));
  await userEvent.keyboard('customer=1');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Metadata/ }).value).toBe('customer=1');
});

test('neither asks for metadata nor sends it where the deployment does not take it', async () => {
  openAgain();
  await userEvent.click(await screen.findByRole('button', { name: 'Create link for £12.50' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('textbox', { name: /^Metadata/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add metadata' })).toBeNull();
  expect(sent[0]).not.toHaveProperty('metadata');
});
