import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { makeSamplePayments } from '@volume/contract/payment-links/sample-payments.ts';
import { Button } from '#design/controls/button.tsx';
import { toast } from '#design/overlay/toast.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { onLiveChange } from '#lists/live/live-interval.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { overviewKeys, payInAccountKeys, payInKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useIsReadOnly, usePermitted, useSession } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';

export interface SamplePaymentsProps {
  /** The merchant's first application if omitted. */
  applicationId: string | undefined;
  /** Adds a sentence that says what the button is for. */
  isExplained?: boolean;
}

/**
 * Makes twenty payments through the simulated banks (contract §8). Shows nothing outside a Sandbox, without a virtual
 * account, and to users who cannot take payments.
 */
export function SamplePayments({ applicationId, isExplained = false }: SamplePaymentsProps) {
  const isSupported = useCapability(makeSamplePayments) === true;
  const mayTakePayments = usePermitted(['PAY_BY_LINK']);
  const session = useSession();
  const merchantId = session.kind === 'none' ? undefined : session.merchantId;
  const { data: merchant } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: merchantId !== undefined });
  const application = merchant && selectApplication(merchant, applicationId);
  const isVirtual = application?.payeeDetailsPerCurrency?.some(({ isVirtualAccount }) => isVirtualAccount) ?? false;
  if (!isSupported || !mayTakePayments || !application || !isVirtual) return null;
  const { merchantId: of, applicationId: id } = application;
  return <SampleButton scope={{ merchantId: of, applicationId: id }} isExplained={isExplained} />;
}

function SampleButton({ scope, isExplained }: { scope: Scope; isExplained: boolean }) {
  const isReadOnly = useIsReadOnly();
  const write = useSampleWrite(scope);
  return (
    <div className={isExplained ? 'grid gap-2.5 py-3' : 'grid justify-items-center gap-2.5'}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          busy={write.isBusy}
          disabledReason={isReadOnly ? 'You have read-only access' : undefined}
          onClick={() => write.run(undefined)}
        >
          Make sample payments
        </Button>
        {isExplained && (
          <p className="m-0 text-label text-ink-3">
            Twenty payments at the simulated banks, so that you can try every screen. A filter of the pay-ins hides
            them.
          </p>
        )}
      </div>
      {write.refusal && (
        <WriteRefusal
          refusal={write.refusal}
          undone="No payments were made."
          unknown="We couldn’t confirm whether they are being made. It’s safe to retry while they are."
        />
      )}
    </div>
  );
}

const followedMs = 120_000;

/** Balances have no expiry (§4 Caching): they are read again while the user's sample payments settle. */
function followBalances(queryClient: QueryClient): void {
  const stop = onLiveChange(['payments'], () => invalidate(queryClient, payInAccountKeys.all));
  setTimeout(stop, followedMs);
}

function useSampleWrite(scope: Scope) {
  const queryClient = useQueryClient();
  return useWrite(
    () => call(makeSamplePayments, { params: scope, applicationId: scope.applicationId }),
    ({ payments, isNew }) => {
      toast.good(
        isNew ? `${payments} sample payments are being made` : 'Sample payments are already being made',
        'They appear one after another, within a minute.',
      );
      invalidate(queryClient, payInKeys.all, overviewKeys.all);
      followBalances(queryClient);
    },
  );
}
