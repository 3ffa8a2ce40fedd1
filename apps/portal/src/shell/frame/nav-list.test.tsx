import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { merchantItems } from './nav-items.ts';
import { NavList } from './nav-list.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test.each<[string, string[], string[]]>([
  ['a user without a role', [], ['Overview', 'Settings']],
  ['a viewer', ['VIEW_ONLY'], ['Overview', 'Pay-ins', 'Payouts', 'Balances', 'Exchange', 'Settings']],
])('hides links to money from %s, who may not see it', (_, authorities, expected) => {
  signIn({ merchantId: 'm', authorities });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NavList label="Merchant" items={merchantItems} pathname="/" search={{}} />
    </QueryClientProvider>,
  );
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(expected);
});
