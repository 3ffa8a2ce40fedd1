import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { HelpMenu } from './frame.tsx';

beforeEach(() => putSettings());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(capabilities: readonly string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (target: string) => {
    asked.push(new URL(target).pathname);
    return Promise.resolve(Response.json(capabilities));
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <HelpMenu />
    </QueryClientProvider>,
  );
  return asked;
}

async function openMenu() {
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  return within(await screen.findByRole('menu', { name: 'Help' }));
}

test('links to the reference and webhook guide of this API, and checks for them only when opened', async () => {
  const asked = show(['GET capabilities']);
  expect(asked).toEqual([]);
  const menu = await openMenu();
  const hrefOf = async (name: RegExp) => (await menu.findByRole('menuitem', { name })).getAttribute('href');
  expect(await hrefOf(/^API reference/)).toBe('http://localhost:4000/sandbox/docs');
  expect(await hrefOf(/^Webhook guide/)).toBe('http://localhost:4000/sandbox/docs/guides/webhooks');
  expect(await hrefOf(/^Guides/)).toBe('http://localhost:4000/sandbox/docs/guides/keys');
  expect(await hrefOf(/^Contact support/)).toMatch(/^mailto:/);
  expect(await hrefOf(/^About this portal/)).toBe('/about');
  expect(await hrefOf(/^Accessibility/)).toBe('/accessibility');
});

test('has no link to a reference when the API serves none', async () => {
  show([]);
  const menu = await openMenu();
  await menu.findByRole('menuitem', { name: /^Keyboard shortcuts/ });
  expect(menu.queryByRole('menuitem', { name: /^API reference/ })).toBeNull();
});
