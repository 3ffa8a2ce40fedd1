import { applicationRequest, company, limits, merchantNote } from '#e2e/faults/answers/merchant-settings-answers.ts';
import { applicationId, merchantId } from '#e2e/fake-provider/world.ts';
import { type Form, press, steps } from './form.ts';

const onPage = { address: `/admin/merchant-settings/${merchantId}`, viewer: 'admin' } as const;
const settings = 'platform/merchants/{}';

/** What administrators set for a merchant, and a merchant's request for an application. */
export const merchantSettingsForms: Form[] = [
  {
    ...onPage,
    name: 'limits of a merchant',
    call: `PUT ${settings}/limits`,
    answers: { [`PUT ${settings}/limits`]: limits },
    reach: press('Change limits'),
    typed: { 'Largest amount (optional)': '4000' },
    action: 'Change limits',
  },
  {
    ...onPage,
    name: 'a planned change of limits',
    call: `DELETE ${settings}/limits/planned`,
    answers: { [`DELETE ${settings}/limits/planned`]: { ...limits, planned: null } },
    reach: press('Withdraw'),
    action: 'Withdraw',
  },
  {
    ...onPage,
    name: 'the company of a merchant',
    call: `PUT ${settings}/company`,
    answers: { [`PUT ${settings}/company`]: company },
    reach: press('Edit company'),
    typed: { 'Legal name': 'Stand-in Trading Ltd' },
    action: 'Save changes',
  },
  {
    ...onPage,
    name: 'another application',
    call: `POST ${settings}/applications`,
    answers: { [`POST ${settings}/applications`]: { applicationId, accounts: [{ currency: 'GBP', reason: null }] } },
    reach: steps(press('Add application'), press('IBAN')),
    typed: {
      'Application name': 'Tills',
      'Account holder': 'Stand-in Ltd',
      IBAN: 'IE29 AIBK 9311 5212 3456 78',
    },
    action: 'Add application',
  },
  {
    ...onPage,
    name: 'an account that is tried again',
    call: `POST ${settings}/applications/{}/accounts`,
    answers: { [`POST ${settings}/applications/{}/accounts`]: { currency: 'GBP', reason: null } },
    reach: press(/^Retry the GBP account/),
    action: 'Retry',
  },
  {
    ...onPage,
    name: 'a note about a merchant',
    call: `POST ${settings}/notes`,
    answers: { [`POST ${settings}/notes`]: merchantNote },
    reach: press('Add note'),
    typed: { Note: 'Asked about a second shop' },
    action: 'Add note',
  },
  {
    ...onPage,
    name: 'a corrected note',
    call: `PUT ${settings}/notes/{}`,
    answers: { [`PUT ${settings}/notes/{}`]: merchantNote },
    reach: press('Correct'),
    typed: { Note: 'Asked about euros by phone' },
    action: 'Save note',
  },
  {
    ...onPage,
    name: 'a declined request',
    call: 'POST platform/merchants/{}/application-requests/{}/decline',
    answers: {
      'POST platform/merchants/{}/application-requests/{}/decline': { ...applicationRequest, state: 'DECLINED' },
    },
    reach: press('Decline…'),
    typed: { Reason: 'Use tags' },
    action: 'Decline request',
  },
  {
    name: 'a request for an application',
    address: '/settings/accounts',
    call: 'POST merchants/{}/application-requests',
    answers: { 'POST merchants/{}/application-requests': { ...applicationRequest, applicationName: 'Outlet' } },
    reach: press('Ask for another application'),
    typed: { Name: 'Outlet', 'What you need it for': 'Last season' },
    action: 'Send request',
  },
];
