import { merchantDraft } from '#e2e/faults/answers/draft-answers.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';
import { personalData } from '#e2e/faults/answers/record-answers.ts';
import { type Form, inPage, press, steps } from './form.ts';

const page = (step: string) => `/admin/new-merchant?draft=${merchantDraft.draftId}&step=${step}`;

const lookUp = steps(
  async (page) => page.getByLabel('Email address of a user or payer').fill(personalData.email),
  press('Look up'),
);
const found = { 'POST personal-data/search': personalData };

/** Forms of the platform's administrators. */
export const adminForms: Form[] = [
  {
    name: 'a draft of a merchant',
    address: page('terms'),
    viewer: 'admin',
    call: 'PUT platform/merchant-drafts/{}',
    answers: { 'PUT platform/merchant-drafts/{}': merchantDraft },
    typed: { 'Fee of each pay-in, in percent': '0.9' },
    action: 'Save and continue',
    isInPage: true,
  },
  {
    name: 'a new merchant',
    address: page('review'),
    viewer: 'admin',
    call: 'POST platform/merchants',
    answers: { 'POST platform/merchants': { merchantId } },
    action: 'Create Orchard Lane',
    whileUnsent: inPage('Create Orchard Lane'),
    isInPage: true,
  },
  {
    name: 'an export of personal data',
    address: '/admin/personal-data',
    viewer: 'admin',
    call: 'POST personal-data/export',
    answers: {
      ...found,
      'POST personal-data/export': {
        email: personalData.email,
        exportedAtUtc: '2026-03-01T10:00:00.000',
        records: [],
        incomplete: [],
      },
    },
    reach: steps(lookUp, press('Export…')),
    action: 'Export data',
  },
  {
    name: 'an erased person',
    address: '/admin/personal-data',
    viewer: 'admin',
    call: 'POST personal-data/erase',
    answers: { ...found, 'POST personal-data/erase': {} },
    hasNoBody: true,
    reach: steps(lookUp, press('Erase…')),
    typed: { 'Email address of the person': personalData.email, Reason: 'Asked by letter' },
    action: 'Erase person',
  },
];
