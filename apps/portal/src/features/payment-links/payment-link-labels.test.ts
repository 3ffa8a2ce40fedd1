import { PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { paymentStatusLabel } from '#features/pay-ins/status-labels.ts';
import {
  attemptCountOf,
  attemptsLabel,
  cancelledAt,
  linkLabel,
  linkStatusLabel,
  isAtAttemptLimit,
  isMoving,
  isOpen,
} from './payment-link-labels.ts';

const wire = {
  paymentIntentId: 'i',
  applicationId: 'a',
  merchantId: 'm',
  paymentIntentLink: 'https://pay.example/l/1',
  merchantPaymentId: null,
  customerIntentDescription: null,
  merchantIntentDescription: null,
  attemptMode: 'ALLOW_SINGLE_ATTEMPT',
  paymentIntentStatus: 'EXPIRED',
  paymentRequest: { amount: 5, currency: 'GBP', reference: '' },
  createdAt: '2026-11-21T09:00:00.000',
  updatedAt: '2026-11-21T09:00:00.000',
  expiresAt: null,
  attempts: [],
};
const read = (strange: object) => z.decode(PaymentLink, { ...wire, ...strange });

test('shows unknown values by the label rule and derives nothing from them (contract §1)', () => {
  const word = 'A_WORD_OF_TOMORROW';
  const attempt = {
    paymentId: 'p',
    newAttemptId: null,
    paymentStatus: word,
    institutionId: null,
    errorDescription: null,
    createdAt: wire.createdAt,
  };
  const paymentLink = read({ paymentIntentStatus: word, attemptMode: word, attempts: [attempt] });
  const shown = { label: 'A Word Of Tomorrow', tone: 'calm' };
  expect(linkStatusLabel(paymentLink.paymentIntentStatus)).toEqual(shown);
  expect(paymentStatusLabel(paymentLink.attempts[0]?.paymentStatus ?? '')).toEqual(shown);
  expect(attemptsLabel(paymentLink)).toBe('A Word Of Tomorrow');
  expect([isOpen(paymentLink), isMoving(paymentLink)]).toEqual([true, true]);
  expect(linkStatusLabel('constructor').tone).toBe('calm');
});

test.each([
  ['NOT_STARTED', true],
  ['IN_PROGRESS', true],
  ['COMPLETED', false],
  ['FAILED', false],
  ['EXPIRED', false],
])('a link that is %s can still be paid: %s (§4)', (paymentIntentStatus, open) => {
  expect(isOpen(read({ paymentIntentStatus }))).toBe(open);
  expect(attemptsLabel(read({}))).toBe('One attempt only');
});

test.each([
  ['never', null, '2026-11-21T09:00:00.000', true],
  ['in the future', '2026-11-22T09:00:00.000', '2026-11-21T09:00:00.000', true],
  ['reached', '2026-11-22T09:00:00.000', '2026-11-22T09:00:00.000', false],
])('an expired link counts as cancelled if its expiry was %s', (_, expiresAt, updatedAt, isCancelled) => {
  const cancelled = cancelledAt(read({ paymentIntentStatus: 'EXPIRED', expiresAt, updatedAt }));
  expect(cancelled !== undefined).toBe(isCancelled);
  expect(cancelledAt(read({ paymentIntentStatus: 'COMPLETED', expiresAt, updatedAt }))).toBeUndefined();
});

test('a link that a user cancelled is called cancelled, and one that a provider closed early expired', () => {
  const closed = { paymentIntentStatus: 'EXPIRED', expiresAt: null, updatedAt: '2026-11-21T09:00:00.000' };
  expect(linkLabel(read({ ...closed, cancelledBy: 'maya@harbourbloom.example' })).label).toBe('Cancelled');
  expect(linkLabel(read(closed)).label).toBe('Expired');
  expect(linkLabel(read({ paymentIntentStatus: 'COMPLETED', cancelledBy: null })).label).toBe('Completed');
});

test.each([
  ['49 of 50', { attemptCount: 49, attemptLimit: 50 }, 'IN_PROGRESS', false],
  ['50 of 50', { attemptCount: 50, attemptLimit: 50 }, 'IN_PROGRESS', true],
  ['50 of 50, paid', { attemptCount: 50, attemptLimit: 50 }, 'COMPLETED', false],
  ['the one of a link that allows one', { attemptCount: 1, attemptLimit: 1 }, 'IN_PROGRESS', false],
  ['any number of, where the deployment has no limit,', { attemptCount: 90 }, 'IN_PROGRESS', false],
])('a link with %s attempts is at its limit or not', (_, counted, paymentIntentStatus, isAtLimit) => {
  const paymentLink = read({ attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS', paymentIntentStatus, ...counted });
  expect(isAtAttemptLimit(paymentLink)).toBe(isAtLimit);
  expect(attemptCountOf(paymentLink)).toBe(counted.attemptCount);
});

test('says how often a link can be tried, where the deployment says so', () => {
  expect(attemptCountOf(read({}))).toBe(0);
  expect(attemptsLabel(read({ attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS' }))).toBe('Until it is paid');
  expect(attemptsLabel(read({ attemptMode: 'ALLOW_MULTIPLE_ATTEMPTS', attemptLimit: 50 }))).toBe(
    'Until it is paid, 50 at most',
  );
  expect(attemptsLabel(read({ attemptLimit: 1 }))).toBe('One attempt only');
});
