import { bank } from '#e2e/faults/answers/record-answers.ts';
import { choose, type Form, press, steps } from './form.ts';

export const bankForms: Form[] = [
  {
    name: 'a new bank',
    address: '/admin/banks',
    viewer: 'admin',
    call: 'POST banks',
    answers: { 'POST banks': bank },
    reach: steps(
      press('Add bank'),
      async (page) => page.getByRole('checkbox', { name: 'GBP' }).check(),
      async (page) => page.getByRole('checkbox', { name: 'United Kingdom' }).check(),
    ),
    typed: { Name: 'Bank of Test' },
    action: 'Add bank',
  },
  {
    name: 'a changed bank',
    address: '/admin/banks',
    viewer: 'admin',
    call: 'PUT banks/{}',
    answers: { 'PUT banks/{}': bank },
    reach: choose('Stand-in Bank', 'Edit…'),
    typed: { Name: 'Stand-in' },
    action: 'Save changes',
  },
  {
    name: 'a bank that is switched off',
    address: '/admin/banks',
    viewer: 'admin',
    call: 'PUT banks/{}/switch-off',
    answers: { 'PUT banks/{}/switch-off': {} },
    hasNoBody: true,
    reach: choose('Stand-in Bank', 'Switch off…'),
    typed: { 'Reason (optional)': 'It does not respond' },
    action: 'Switch off',
  },
];
