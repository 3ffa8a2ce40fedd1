import { useQuery } from '@tanstack/react-query';
import { getMerchantFee, type MerchantFee } from '@volume/contract/merchants/fee.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { PersonName } from '#design/text/person-name.tsx';
import { formatFee } from '#features/merchants/merchant-labels.ts';
import { PartError } from '#lists/part-error.tsx';
import { CanDo } from '#platform/calls/capabilities.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { feeQuery } from './fee-query.ts';
import { type FeeRow, feeRows } from './fee-texts.ts';

const ChangeFeeDialog = lazyDialog(() => import('./change-fee-dialog.tsx').then((module) => module.ChangeFeeDialog));
const WithdrawDialog = lazyDialog(() => import('./withdraw-dialog.tsx').then((module) => module.WithdrawDialog));

/** A merchant's fee for administrators: today's, a planned change and the earlier ones, and how to change it. */
export function FeeSection({ merchantId }: { merchantId: string }) {
  return (
    <CanDo call={getMerchantFee}>
      <Fee merchantId={merchantId} />
    </CanDo>
  );
}

function Fee({ merchantId }: { merchantId: string }) {
  const { data: fee, error, isFetching, refetch } = useQuery(feeQuery(merchantId));
  const disabledReason = useChangeDisabledReason();
  const [open, setOpen] = useState<'change' | 'withdraw'>();
  const close = () => setOpen(undefined);
  return (
    <Section
      title="Fee"
      action={
        fee && (
          <span className="flex gap-2">
            {fee.planned && (
              <Button size="s" {...{ disabledReason }} onClick={() => setOpen('withdraw')}>
                Withdraw change…
              </Button>
            )}
            <Button size="s" {...{ disabledReason }} onClick={() => setOpen('change')}>
              Change fee…
            </Button>
          </span>
        )
      }
    >
      {error && !fee ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Fees fee={fee} />
      )}
      {fee && <ChangeFeeDialog {...{ fee }} isOpen={open === 'change'} onClose={close} />}
      {fee && <WithdrawDialog {...{ fee }} isOpen={open === 'withdraw'} onClose={close} />}
    </Section>
  );
}

function Fees({ fee }: { fee: MerchantFee | undefined }) {
  const zone = useZone();
  const now = useNow();
  return (
    <DataTable
      caption="Fees of this merchant"
      columns={columns({ zone, now })}
      rows={fee && feeRows(fee)}
      rowKey={({ key }) => key}
      skeletonRows={1}
    />
  );
}

const states = {
  PLANNED: <Tag tone="move">Planned</Tag>,
  NOW: <Tag tone="ok">Valid today</Tag>,
  EARLIER: <Tag tone="calm">Earlier</Tag>,
};

const columns = ({ zone, now }: { zone: string; now: number }): Column<FeeRow>[] => [
  {
    id: 'fee',
    header: 'Fee',
    width: 96,
    card: 'who',
    cell: ({ percentage }) => <span className="num font-medium">{formatFee(percentage)}</span>,
  },
  { id: 'state', header: 'State', width: 124, card: 'state', cell: ({ state }) => states[state] },
  { id: 'valid', header: 'Valid, UTC days', card: 'when', cell: ({ valid }) => <span className="num">{valid}</span> },
  { id: 'set', header: 'Set by', width: 240, soft: true, cell: (row) => <SetBy {...{ row, zone, now }} /> },
];

function SetBy({ row, zone, now }: { row: FeeRow; zone: string; now: number }) {
  const { setBy, setAtUtc, reason } = row;
  if (setBy === null || setAtUtc === null) return <span className="text-ink-3">When it was created</span>;
  return (
    <span className="block min-w-0 py-1 leading-[1.25]">
      <span className="block truncate" title={setBy}>
        <PersonName>{setBy}</PersonName>
      </span>
      <span className="block truncate text-s text-ink-3" title={reason ?? ''}>
        <DateTime utc={setAtUtc} zone={zone} now={new Date(now)} />
        {reason !== null && (
          <bdi>
            {', '}
            {reason}
          </bdi>
        )}
      </span>
    </span>
  );
}
