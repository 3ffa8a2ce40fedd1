import type { Page } from '@playwright/test';
import type { Viewer } from '#e2e/faults/screens.ts';
import { everything } from '#e2e/faults/stage.ts';
import type { Answer } from '#e2e/fake-provider/answers.ts';
import { tokenOf } from '#e2e/fake-provider/provider-test.ts';

/** A form that sends one write: how a person comes to it, what is typed, and what sends it. */
export interface Form {
  name: string;
  address: string;
  /** A merchant's own person, if nothing else is said. */
  viewer?: Viewer;
  /** The write, `METHOD path` with every id written `{}`. */
  call: string;
  /** What else is answered in its world, by name. */
  answers?: Record<string, unknown>;
  /** Answers other than 200, by the fake provider's own names. */
  refusals?: Record<string, Answer>;
  /** From the address to the form. */
  reach?: (page: Page) => Promise<void>;
  /** What is typed, by label. */
  typed?: Record<string, string>;
  /** The button that sends, by name. */
  action: string;
  /** What is there as long as it is not sent: the form itself, unless something else says so better. */
  standing?: (page: Page) => ReturnType<Page['locator']>;
  /** It stands in the page, not in a dialog. */
  isInPage?: true;
  /** Its call answers with nothing: any success is one. */
  isDeaf?: true;
  /** It has words of its own, without a trace: before the session, and beside a code. */
  isPlain?: true;
}

export const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).first().click();
export const choose = (row: string, line: string) => async (page: Page) => {
  const actions = page
    .getByRole('row')
    .filter({ hasText: row })
    .getByRole('button', { name: /^Actions for/ });
  await actions.click();
  await page.getByRole('menuitem', { name: line }).click();
};
export const steps =
  (...all: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page);
  };

export const signedIn = { accessToken: tokenOf({ authorities: everything }), email: 'ida@fake-provider.example' };
/** Somebody who proves who they are by their password alone. */
export const withoutFactor = {
  'GET accounts/self/two-factor': { kind: 'NONE', isRequired: false, recoveryCodesLeft: 0 },
};
export const recoveryCodes = ['aaaa-1111', 'bbbb-2222'];
export const inPage = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
