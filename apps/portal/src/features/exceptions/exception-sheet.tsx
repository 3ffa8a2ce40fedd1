import { useQuery } from '@tanstack/react-query';
import type { Exception, ExceptionDetails } from '@volume/contract/exceptions/exceptions.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { Sheet } from '#design/overlay/sheet.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { IdText } from '#design/text/id-text.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { titleCase, labelOf } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import { adminMerchantHref, adminPaymentHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { SheetPending } from '#lists/part-error.tsx';
import type { Decision } from './decide-dialog.tsx';
import { ExceptionAccount } from './exception-account.tsx';
import { isUnresolved, kindLabels, objectLabels, providerName, stateLabels, sumText } from './exception-labels.ts';
import { exceptionQuery } from './exceptions-query.ts';
import { lookOf } from '#design/feedback/tag-looks.ts';

interface SheetProps {
  exceptionId: string | undefined;
  onClose: () => void;
}

export function ExceptionSheet({ exceptionId, onClose }: SheetProps) {
  // Keeps the content visible while the sheet closes.
  const [shown, setShown] = useState(exceptionId);
  if (exceptionId !== undefined && exceptionId !== shown) setShown(exceptionId);
  if (shown === undefined) return null;
  return (
    <Sheet isOpen={exceptionId !== undefined} onClose={onClose} title="Exception" side="right">
      <Loaded key={shown} exceptionId={shown} />
    </Sheet>
  );
}

function Loaded({ exceptionId }: { exceptionId: string }) {
  const { data, error, isFetching, refetch } = useQuery(exceptionQuery(exceptionId));
  if (data) return <ExceptionDetail exception={data} />;
  return <SheetPending error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

const DecideDialog = lazyDialog(() => import('./decide-dialog.tsx').then((module) => module.DecideDialog));

function ExceptionDetail({ exception }: { exception: ExceptionDetails }) {
  return (
    <div className="grid gap-6 p-5 pb-10">
      <div className="pr-10">
        <ExceptionTag state={exception.state} />
        <h2 className="m-0 mt-2 text-l font-strong tracking-[-.015em]">
          {`${labelOf(objectLabels, exception.objectKind)}: ${labelOf(kindLabels, exception.kind).toLowerCase()}`}
        </h2>
        {isUnresolved(exception) && <WaysOut exception={exception} />}
      </div>
      <Sides exception={exception} />
      <Facts exception={exception} />
      <Outcome exception={exception} />
    </div>
  );
}

function WaysOut({ exception }: { exception: ExceptionDetails }) {
  const [decision, setDecision] = useState<Decision>('accept');
  const [isOpen, setIsOpen] = useState(false);
  const reason = useChangeDisabledReason();
  const ask = (next: Decision) => {
    setDecision(next);
    setIsOpen(true);
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2.5">
      <Button variant="primary" disabledReason={reason} onClick={() => ask('accept')}>
        Accept…
      </Button>
      <Button disabledReason={reason} onClick={() => ask('dispute')}>
        Dispute…
      </Button>
      <Button disabledReason={reason} onClick={() => ask('close')}>
        Close…
      </Button>
      <DecideDialog key={decision} {...{ exception, decision, isOpen }} onClose={() => setIsOpen(false)} />
    </div>
  );
}

/** One line per value that can differ, with ours and the provider's next to each other. */
function Sides({ exception }: { exception: ExceptionDetails }) {
  const { held, ourStatus, ourAmount, providerStatus, providerAmount } = exception;
  const lines = [
    { term: 'Status', ours: ourStatus && titleCase(ourStatus), theirs: providerStatus && titleCase(providerStatus) },
    { term: 'Amount', ours: sumText(exception, ourAmount), theirs: sumText(exception, providerAmount) },
    // Our current status, if it has changed since.
    ...(held && held.status !== ourStatus ? [{ term: 'Now', ours: titleCase(held.status), theirs: null }] : []),
  ];
  return (
    <table className="num w-full table-fixed border-collapse">
      <caption className="sr-only">Our books compared with the provider</caption>
      <thead>
        <tr className="text-left">
          <th className="w-[88px]">
            <span className="sr-only">What</span>
          </th>
          <th scope="col" className="py-[7px] font-strong">
            Our books
          </th>
          <th scope="col" className="py-[7px] font-strong">
            <bdi>{providerName(exception)}</bdi>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ term, ours, theirs }) => (
          <tr key={term} className="border-t border-line">
            <th scope="row" className="py-[7px] text-left font-regular text-ink-3">
              {term}
            </th>
            <Side value={ours} isOther={ours !== theirs && term !== 'Now'} />
            <Side value={theirs} isOther={ours !== theirs && term !== 'Now'} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ value, isOther }: { value: string | null | undefined; isOther: boolean }) {
  return (
    <td className={`py-[7px] ${isOther ? 'font-strong' : ''}`}>{value ?? <span className="text-ink-3">–</span>}</td>
  );
}

function Facts({ exception }: { exception: ExceptionDetails }) {
  const zone = useZone();
  const { merchantId, merchantName, objectKind, objectId, held, payInAccountId, providerWords, count } = exception;
  const paymentId = held?.paymentId;
  const object = <IdText>{objectId}</IdText>;
  return (
    <DescriptionList
      items={[
        {
          term: 'Merchant',
          detail: <TextLink href={adminMerchantHref(merchantId)}>{<bdi>{merchantName ?? merchantId}</bdi>}</TextLink>,
        },
        {
          term: labelOf(objectLabels, objectKind),
          detail: paymentId ? <TextLink href={adminPaymentHref(paymentId)}>{object}</TextLink> : object,
          mono: true,
        },
        { term: 'Account', detail: payInAccountId !== null && <ExceptionAccount exception={exception} /> },
        { term: 'Message from the provider', detail: providerWords && <bdi>{providerWords}</bdi> },
        { term: 'Reported', detail: count === 1 ? 'Once' : `${count} times` },
        { term: 'First', detail: formatDateTime(exception.firstAtUtc, zone, 'full') },
        { term: 'Last', detail: formatDateTime(exception.lastAtUtc, zone, 'full') },
      ]}
    />
  );
}

function Outcome({ exception }: { exception: ExceptionDetails }) {
  const zone = useZone();
  const { decidedBy, decidedAtUtc, note, corrections } = exception;
  if (decidedBy === null) return null;
  return (
    <Section title="Decision">
      <DescriptionList
        items={[
          { term: 'By', detail: <bdi>{personText(exception, 'decidedBy')}</bdi> },
          { term: 'Decided', detail: decidedAtUtc && formatDateTime(decidedAtUtc, zone, 'full') },
          {
            term: 'Note',
            detail: note && (
              <bdi data-personal className="whitespace-pre-line">
                {note}
              </bdi>
            ),
          },
          ...corrections.map(({ correctionId, kind }) => ({
            term: `Booked ${labelOf(objectLabels, kind).toLowerCase()}`,
            detail: <IdText>{correctionId}</IdText>,
            mono: true,
          })),
        ]}
      />
    </Section>
  );
}

export function ExceptionTag({ state }: Pick<Exception, 'state'>) {
  const { label, tone } = lookOf(stateLabels, state);
  return <Tag tone={tone}>{label}</Tag>;
}
