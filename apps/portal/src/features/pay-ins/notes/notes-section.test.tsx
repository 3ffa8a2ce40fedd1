import type { PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPaymentNotes, type PaymentNote, type PaymentNotes } from '@volume/contract/pay-ins/notes.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { payIn, payInId, type WirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { show } from '#features/pay-ins/testing/show.tsx';
import { providerError, stubApi } from '#features/pay-ins/testing/stub-api.ts';
import { useNow } from '#platform/preferences.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { useAttention } from './notes-query.ts';
import { NotesSection } from './notes-section.tsx';
import { ReviewStrip } from './review-strip.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const at = '2026-11-21T08:00:00.000';
const notes: PaymentNotes['notes'] = [
  {
    noteId: payInId(2),
    text: 'Rang the شركة.\nPaid twice.',
    writtenBy: 'maya@shop.example',
    writtenAtUtc: at,
    isOwn: true,
    isDeletable: true,
    deletedBy: null,
  },
  noteOf(3, 'isla@shop.example', 'Known customer'),
  noteOf(4, 'callum@shop.example', null),
];
function noteOf(id: number, writtenBy: string, text: string | null, rest: Partial<PaymentNote> = {}): PaymentNote {
  return {
    noteId: payInId(id),
    text,
    writtenBy,
    writtenAtUtc: at,
    isOwn: false,
    isDeletable: false,
    deletedBy: null,
    ...rest,
  };
}
const review = { reviewedBy: 'isla@shop.example', reviewedAtUtc: at, note: 'Asked the bank', isCurrent: true };

function ReviewAndNotes({ row }: { row: PaymentListItem }) {
  const attention = useAttention(row, useNow());
  return (
    <>
      <ReviewStrip row={row} zone="UTC" {...attention} />
      <NotesSection row={row} zone="UTC" />
    </>
  );
}

/** Renders review and notes for a user with these authorities, with an API that answers writes as given. */
function open(
  known: Partial<PaymentNotes>,
  { row = {}, authorities = ['VIEW_ONLY', 'PAY_BY_LINK'], refuse = false }: Options = {},
) {
  const edge = stubApi(
    (url) =>
      refuse && !url.pathname.endsWith('/notes')
        ? providerError(409, 'isla@shop.example has already marked this payment as reviewed.')
        : { body: { notes: [], review: null, ...known } },
    [`GET ${getPaymentNotes.path.replace('{paymentId}', '{}')}`],
  );
  signIn({ merchantId: 'm', authorities });
  show(<ReviewAndNotes row={payIn(row)} />);
  return edge;
}
interface Options {
  row?: Partial<WirePayIn>;
  authorities?: string[];
  refuse?: boolean;
}

test('shows author and time of notes, keeps their line breaks and direction, and lets users delete only their own', async () => {
  open({ notes });
  const first = await screen.findByText(/Rang the/);
  expect([first.tagName, first.textContent]).toEqual(['BDI', 'Rang the شركة.\nPaid twice.']);
  expect(screen.queryByText('Deleted by its author')).not.toBeNull();
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);
});

test('shows notes to a read-only user without any controls to write', async () => {
  open({ notes, review }, { row: { riskCategory: 'HIGH' }, authorities: ['VIEW_ONLY'] });
  await screen.findByText('Asked the bank');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo review' })).toBeNull();
});

test('the composer is one line without a button until it is used', async () => {
  open({});
  const field = await screen.findByRole('textbox', { name: 'New note' });
  expect([field.getAttribute('rows'), screen.queryByRole('button', { name: 'Add note' })]).toEqual(['1', null]);
  await userEvent.click(field);
  expect(field.getAttribute('rows')).toBe('3');
  expect(screen.queryByRole('button', { name: 'Add note' })).not.toBeNull();
});

test('is not printed without notes', async () => {
  open({});
  await screen.findByRole('textbox', { name: 'New note' });
  const isPrinted = () => screen.getByRole('region', { name: 'Notes' }).closest('.print\\:hidden') === null;
  expect(isPrinted()).toBe(false);
  cleanup();
  open({ notes });
  await screen.findByText(/Rang the/);
  expect(isPrinted()).toBe(true);
});

test('does not send an empty note and shows an error at the field', async () => {
  const edge = open({});
  await userEvent.click(await screen.findByRole('textbox', { name: 'New note' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }));
  await screen.findByRole('textbox', { description: /The note is required$/ });
  expect(edge.sent).toHaveLength(1);
});

test.each([
  ['held', { statusTags: ['HELD'] }, 'Held for review'],
  ['failed', { paymentStatus: 'FAILED' }, 'Failed'],
  ['of high risk', { riskCategory: 'HIGH' }, 'High risk, not yet refunded'],
  ['pending for long', { paymentStatus: 'PENDING' }, 'Pending for more than a day'],
] as const)('shows that a payment that is %s needs attention and can be marked as reviewed', async (_, row, words) => {
  open({}, { row: row as Partial<WirePayIn> });
  expect((await screen.findByText('Needs attention:')).parentElement?.textContent).toBe(`Needs attention: ${words}`);
  const button = await screen.findByRole('button', { name: 'Mark as reviewed' });
  expect(button.getAttribute('aria-disabled')).not.toBe('true');
});

test('offers no review for a payment that needs no attention', async () => {
  open({});
  await screen.findByRole('textbox', { name: 'New note' });
  expect(screen.queryByRole('button', { name: 'Mark as reviewed' })).toBeNull();
});

test('shows a review from before the payment changed, and that the payment needs attention again', async () => {
  open({ review: { ...review, isCurrent: false } }, { row: { statusTags: ['HELD'] } });
  await screen.findAllByText(/^Reviewed by .* before the payment changed$/);
  const attention = screen.getByText('Needs attention:').parentElement;
  expect(attention?.textContent).toBe('Needs attention: Held for review');
});

test('reports who has already marked the payment, and shows the mark when the dialog is closed', async () => {
  const edge = open({}, { row: { riskCategory: 'HIGH' }, refuse: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as reviewed' }));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Mark as reviewed' })).at(-1)!);
  await screen.findByText('isla@shop.example has already marked this payment as reviewed.');
  edge.answer(() => ({ body: { notes: [], review } }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Asked the bank');
});

test('deletes a note after confirmation', async () => {
  const edge = open({ notes });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete note' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edge.sent.map(({ pathname }) => pathname.split('/').at(-1))).toContain(payInId(2));
});

test('lets an authorised user delete a note of a disabled author, and shows afterwards who deleted it', async () => {
  const edge = open({ notes: [noteOf(5, 'isla@shop.example', 'His card number is …', { isDeletable: true })] });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('isla@shop.example');
  expect(screen.getByRole('dialog').textContent).toContain('because their account is disabled');
  edge.answer(() => ({
    body: { notes: [noteOf(5, 'isla@shop.example', null, { deletedBy: 'maya@shop.example' })], review: null },
  }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete note' }));
  await screen.findByText(/^Deleted by .*maya@shop\.example/);
});

test('undoes a review', async () => {
  const edge = open({ review }, { row: { riskCategory: 'HIGH' } });
  const undo = await screen.findByRole('button', { name: 'Undo review' });
  edge.answer(() => ({ body: { notes: [], review: null } }));
  await userEvent.click(undo);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo review' })).toBeNull());
  const section = screen.getByRole('region', { name: 'Review' });
  await waitFor(() => expect(section.contains(document.activeElement)).toBe(true));
});
