import { type Form, inPage, press, recoveryCodes, signedIn, steps, withoutFactor } from './form.ts';

/** An empty response. */
const nothing = {};

export const accountForms: Form[] = [
  {
    name: 'the own name',
    address: '/settings/account-settings',
    call: 'PUT accounts/self',
    answers: { 'PUT accounts/self': nothing },
    typed: { Name: 'Ida Sitting', Phone: '+44 20 7946 0000' },
    isInPage: true,
    hasNoBody: true,
    action: 'Save',
    whileUnsent: (page) => page.getByRole('alert'),
  },
  {
    name: 'the own password',
    address: '/settings/account-settings',
    call: 'POST accounts/self/password',
    answers: { 'POST accounts/self/password': nothing },
    reach: press('Change password…'),
    typed: { 'New password': 'seven kites at low tide' },
    hasNoBody: true,
    action: 'Change password',
  },
  {
    name: 'the set-up of an authenticator',
    address: '/settings/account-settings',
    call: 'POST accounts/self/two-factor',
    answers: {
      ...withoutFactor,
      'POST accounts/self/two-factor': { twoFactorRequestId: 'request-1' },
    },
    reach: press('Set up an app…'),
    action: 'Continue',
    whileUnsent: inPage('Continue'),
  },
  {
    name: 'the proof of an authenticator',
    address: '/settings/account-settings',
    call: 'POST accounts/two-factor-set-ups/proof',
    answers: {
      ...withoutFactor,
      'POST accounts/self/two-factor': { twoFactorRequestId: 'request-1' },
      'POST accounts/two-factor-set-ups/proof': { ...signedIn, recoveryCodes },
    },
    reach: steps(press('Set up an app…'), press('Continue')),
    typed: { 'Code from your app': '12345' },
    action: 'Confirm',
    whileUnsent: inPage('Confirm'),
    isPlain: true,
  },
  {
    name: 'the end of every session',
    address: '/settings/account-settings',
    call: 'POST accounts/self/sign-out-everywhere',
    answers: { 'POST accounts/self/sign-out-everywhere': nothing },
    reach: press('Sign out everywhere…'),
    hasNoBody: true,
    action: 'Sign out everywhere',
  },
  {
    name: 'the end of one session',
    address: '/settings/account-settings',
    call: 'DELETE accounts/self/sessions/{}',
    answers: { 'DELETE accounts/self/sessions/{}': nothing },
    reach: press('Sign out Safari on iOS…'),
    hasNoBody: true,
    action: 'Sign out',
  },
];
