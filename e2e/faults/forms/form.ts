import type { Page } from '@playwright/test';
import type { Viewer } from '#e2e/faults/screens.ts';
import { everything } from '#e2e/faults/stage.ts';
import type { Answer } from '#e2e/fake-provider/answers.ts';
import { tokenOf } from '#e2e/fake-provider/provider-test.ts';

/** A form that sends one write: how to reach it, what to type, and which button sends it. */
export interface Form {
  name: string;
  address: string;
  /** A user of the merchant by default. */
  viewer?: Viewer;
  /** The write as `METHOD path`, with every id written `{}`. */
  call: string;
  /** Additional responses, by name. */
  answers?: Record<string, unknown>;
  /** Responses with a status other than 200, by the fake provider's names. */
  refusals?: Record<string, Answer>;
  /** The steps from the address to the form. */
  reach?: (page: Page) => Promise<void>;
  /** The text to type, by label. */
  typed?: Record<string, string>;
  /** The name of the button that sends the form. */
  action: string;
  /** An element that is visible while the form has not been sent; the form itself by default. */
  whileUnsent?: (page: Page) => ReturnType<Page['locator']>;
  /** The form is in the page, not in a dialog. */
  isInPage?: true;
  /** The response has no body, so any success counts. */
  hasNoBody?: true;
  /** The form has its own error messages without a trace id: before sign-in, and for codes. */
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
/** A user without a second factor, whose step-up uses the password. */
export const withoutFactor = {
  'GET accounts/self/two-factor': { kind: 'NONE', isRequired: false, recoveryCodesLeft: 0 },
};
export const recoveryCodes = ['aaaa-1111', 'bbbb-2222'];
export const inPage = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true });
