import { endpoints } from '@volume/contract/endpoints.ts';
import { later } from '#e2e/fake-provider/wire-time.ts';
import { applicationId } from '#e2e/fake-provider/world.ts';
import {
  approval,
  beneficiary,
  bulkItem,
  bulkJob,
  exchange,
  fileSchedule,
  payout,
  scheduledFile,
  statementLine,
} from './answers/money-answers.ts';
import { explanation, feeRow, feeStatement, feeTotals, merchantFee } from './answers/fee-answers.ts';
import { applicationRequest, merchantNote, merchantSettings } from './answers/merchant-settings-answers.ts';
import { namedKey } from './answers/key-answers.ts';
import { webhookEndpoint } from './answers/endpoint-answers.ts';
import { merchantDraft, merchantDraftSummary } from './answers/draft-answers.ts';
import {
  activity,
  administrator,
  bank,
  delivery,
  exception,
  failedJob,
  failedKind,
  health,
  loggedRequest,
} from './answers/record-answers.ts';
import { notificationsCall } from './screen-calls.ts';

interface Named {
  method: string;
  path: string;
}

const withoutIds = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
const countIds = (path: string): number => path.split('{').length;
const patterns = Object.values(endpoints)
  .map(({ method, path }: Named) => ({
    method,
    name: `${method} ${withoutIds(path)}`,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    ids: countIds(path),
  }))
  .toSorted((a, b) => a.ids - b.ids);

/** The name of a call in the table of screens: `METHOD path`, with every id written `{}`. */
export function nameOf(method: string, path: string): string {
  return patterns.find((each) => each.method === method && each.pattern.test(path))?.name ?? `${method} ${path}`;
}

const sort = { sorted: true, unsorted: false, empty: false };

function pageOf(content: unknown[]) {
  return {
    content,
    pageable: { sort, pageNumber: 0, pageSize: 10, offset: 0, paged: true, unpaged: false },
    last: true,
    first: true,
    totalElements: content.length,
    totalPages: 1,
    number: 0,
    numberOfElements: content.length,
    size: 10,
    sort,
    empty: content.length === 0,
  };
}

const resetToken = { token: 'link-of-a-mail', type: 'RESET_PASSWORD', isUsed: false, expiresAt: later };
const factorSetUp = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Volume:ida@fake-provider.example?secret=JBSWY3DPEHPK3PXP&issuer=Volume',
  email: 'ida@fake-provider.example',
  expiresAtUtc: later,
};

/** The responses of calls that are not in the specification's table (contract §2), by name. */
export const ownAnswers: Record<string, unknown> = {
  'GET capabilities': Object.values(endpoints)
    .filter(({ origin }) => origin === 'ours')
    .map(({ method, path }: Named) => `${method} ${withoutIds(path)}`),
  'GET payments/failures': { count: 0, reasons: [], banks: [], hours: [] },
  'GET activity': pageOf([activity]),
  'GET administrators': [administrator],
  'GET exceptions': { ...pageOf([exception]), unresolved: 1 },
  'GET platform/fees': { ...pageOf([feeRow]), ...feeTotals },
  'GET merchants/{}/fees': feeStatement,
  'GET explain': explanation,
  'GET platform/merchants/{}/fee': merchantFee,
  'GET failed-jobs': { ...pageOf([failedJob]), kinds: [failedKind] },
  'GET banks': { ...pageOf([bank]), offered: 1, known: 1 },
  'GET merchants/{}/activity': pageOf([activity]),
  'GET merchants/{}/applications/{}/webhook-deliveries': pageOf([delivery]),
  'GET merchants/{}/applications/{}/requests': { ...pageOf([loggedRequest]), unstored: [] },
  'GET merchants/{}/applications/{}/exchange': pageOf([exchange]),
  'GET merchants/{}/applications/{}/bulk-jobs': pageOf([bulkJob]),
  'GET merchants/{}/applications/{}/bulk-jobs/{}': bulkJob,
  'GET merchants/{}/applications/{}/bulk-jobs/{}/items': pageOf([bulkItem]),
  'GET merchants/{}/applications/{}/payin-accounts/{}/statement': {
    ...pageOf([statementLine]),
    currency: 'GBP',
    openingBalance: 6.84,
    moneyIn: 24.23,
    moneyOut: 0,
    linesIn: 1,
    linesOut: 0,
    closingBalance: 31.07,
  },
  'GET merchants/{}/applications/{}/file-schedules': [fileSchedule],
  'GET merchants/{}/applications/{}/scheduled-files': pageOf([scheduledFile]),
  'GET merchants/health': [health],
  'GET merchants/{}/health': health,
  'GET platform/merchant-drafts': [merchantDraftSummary],
  'GET platform/merchant-drafts/{}': merchantDraft,
  'GET platform/merchants/{}/settings': merchantSettings,
  'GET platform/merchants/{}/notes': [merchantNote],
  'GET merchants/{}/application-requests': [applicationRequest],
  'GET merchants/{}/applications/{}/beneficiaries': [beneficiary],
  'GET merchants/{}/application/{}/outbound-payments/{}': payout,
  'GET payments/{}/notes': {
    notes: [
      {
        noteId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b88',
        text: 'Rang the customer',
        writtenBy: 'ida@fake-provider.example',
        writtenAtUtc: '2026-03-01T10:00:00.000',
        isOwn: true,
        isDeletable: true,
        deletedBy: null,
      },
    ],
    review: {
      reviewedBy: 'ida@fake-provider.example',
      reviewedAtUtc: '2026-03-01T10:00:00.000',
      note: null,
      isCurrent: true,
    },
  },
  'GET merchants/{}/approvals': { ...pageOf([approval]), waiting: 1, isOn: true },
  'GET merchants/{}/approval-policy': {
    thresholds: { GBP: 1000, EUR: null },
    approvers: [{ email: 'ida@fake-provider.example', name: 'Ida' }],
    proposal: null,
  },
  'GET merchants/{}/shared-views/{}': [
    {
      viewId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b89',
      name: 'Ours',
      search: '',
      columns: ['status', 'constructor', 'amount'],
      sharedBy: 'ida@fake-provider.example',
      sharedAtUtc: '2026-03-01T10:00:00.000',
      isOwn: false,
    },
  ],
  'GET merchants/{}/notice-mails': { kinds: ['PAYMENT_HELD', 'NEWS_OF_TOMORROW'] },
  'GET merchants/{}/notices/unread': { count: 2 },
  [notificationsCall]: pageOf([
    {
      noticeId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b90',
      applicationId,
      kind: 'PAYOUT_FAILED',
      objectId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b77',
      amount: 41.7,
      currency: 'GBP',
      count: 1,
      atUtc: later,
      isRead: false,
    },
  ]),
  'GET merchants/{}/brand': { name: 'Bloom', colour: '#7c2d12', mark: null },
  'GET merchants/{}/two-factor-policy': { isRequired: true },
  'GET merchants/{}/applications/{}/secret/settings': {
    usualMoneyLimit: 1000,
    primaryKey: {
      key: 'PRIMARY',
      allowedAddresses: ['203.0.113.0/24'],
      moneyLimit: null,
      lastUsedAtUtc: '2026-03-01T10:00:00.000',
      lastUsedFrom: '203.0.113.7',
    },
    secondaryKey: null,
  },
  'GET merchants/{}/applications/{}/keys': [namedKey],
  'GET merchants/{}/applications/{}/webhook-endpoints': [webhookEndpoint],
  'GET accounts/self/two-factor': {
    kind: 'TOTP',
    isRequired: false,
    recoveryCodesLeft: 7,
    passkeys: [
      {
        passkeyId: '1c0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b13',
        name: 'Studio laptop',
        addedAtUtc: '2026-03-01T10:00:00.000',
        lastUsedAtUtc: null,
      },
    ],
  },
  'GET accounts/self/sessions': [
    {
      sessionId: '5b0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b11',
      device: 'Firefox on Windows',
      address: '203.0.113.7',
      signedInAtUtc: '2026-11-21T09:05:00.000',
      isCurrent: true,
    },
    {
      sessionId: '8d0f1a52-7c7e-4a6e-9d4b-0c7f2f8f1b12',
      device: 'Safari on iOS',
      address: null,
      signedInAtUtc: '2026-03-01T10:00:00.000',
      isCurrent: false,
    },
  ],
  'GET accounts/reset-tokens/{}': resetToken,
  'GET accounts/two-factor/{}': factorSetUp,
  'POST accounts/reset-tokens': resetToken,
  'POST accounts/two-factor-set-ups': factorSetUp,
  'POST accounts/one-time-codes/request': { kind: 'TOTP', passkey: null },
};
