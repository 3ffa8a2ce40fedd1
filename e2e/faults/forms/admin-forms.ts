import { merchantDraft } from '#e2e/faults/answers/draft-answers.ts';
import { merchantId } from '#e2e/fake-provider/world.ts';
import { type Form, inPage } from './form.ts';

const page = (step: string) => `/admin/new-merchant?draft=${merchantDraft.draftId}&step=${step}`;

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
];
