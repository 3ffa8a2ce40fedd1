import { TextWithEmails } from '#design/text/email-text.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { afterEach, expect, test, vi } from 'vitest';
import {
  details,
  payInId,
  wireDetails,
  type WireDetails,
  wirePayIn,
  type WirePayIn,
} from '#features/pay-ins/testing/sample-pay-in.ts';
import { show } from '#features/pay-ins/testing/show.tsx';
import { stubApi } from '#features/pay-ins/testing/stub-api.ts';
import { PaymentPage } from './payment-page.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const openPage = (row: Partial<WirePayIn> = {}, given: Partial<WireDetails> = {}) =>
  stubApi((url) => ({ body: url.pathname.endsWith('/details') ? wireDetails(given) : wirePayIn(row) }));

const page = (
  <PaymentPage
    paymentId={payInId(1)}
    listTitle="Pay-ins"
    listHref="/payments/payin"
    receiptHref="/receipt"
    paymentHref={(id) => `/payments/${id}`}
    onGo={() => undefined}
  />
);
const heading = () => screen.findByRole('heading', { level: 1 });
const fact = (section: string, term: string): string | null | undefined => {
  const part = within(screen.getByRole('region', { name: section }));
  return part.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
};

test('shows a high risk next to the state, and under the amount why the payment needs attention', async () => {
  openPage({ riskCategory: 'HIGH' });
  show(page);
  expect((await heading()).parentElement?.textContent).toMatch(/^SettledHigh risk/);
  expect(screen.getByRole('region', { name: 'Review' }).textContent).toBe(
    'Needs attention: High risk, not yet refunded',
  );
  await screen.findByText('What comes next');
});

test('has no review line for a payment that needs no attention', async () => {
  openPage();
  show(page);
  await screen.findByRole('region', { name: 'References' });
  expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
});

test('an email address breaks in front of the @', async () => {
  openPage();
  show(page);
  const email = await screen.findByText('amelia@shopper.example');
  expect(email.innerHTML).toBe('amelia<wbr>@shopper.example');
});

test('names the account by the merchant’s data before the payment has settled', async () => {
  openPage({ paymentStatus: 'PENDING', canStartRefund: false }, { events: [] });
  const account = { id: details().payee?.payInAccountId, vaProviderType: 'MODULR' };
  const merchant = { applications: [{ payeeDetailsPerCurrency: [account] }] } as unknown as Merchant;
  show(<PaymentPage {...page.props} findMerchant={() => merchant} />);
  await screen.findByRole('region', { name: 'Paid into' });
  expect(fact('Paid into', 'Account')).toBe('GBP · Modulr');
});

test.each([
  ['Order 1001', 'Order 1001', true],
  [null, '261120090500000ABC', false],
])('with the merchant reference %j the shared reference is %s', async (merchantReference, shared, isOther) => {
  openPage({ merchantReference });
  show(page);
  const part = await screen.findByRole('region', { name: 'References' });
  expect(fact('References', 'Reference')).toContain(shared);
  expect(within(part).queryByText('On statement') !== null).toBe(isOther);
});

test('the addresses in a sentence break in front of the @, and the rest stays as it is', () => {
  show(<TextWithEmails>{'By \u2068maya@shop.example\u2069, then by bo@x.example.'}</TextWithEmails>);
  expect(document.body.textContent).toContain('By \u2068maya@shop.example\u2069, then by bo@x.example.');
  expect([...document.querySelectorAll('bdi')].map(({ innerHTML }) => innerHTML)).toEqual([
    'maya<wbr>@shop.example',
    'bo<wbr>@x.example',
  ]);
});
