import { Icon } from '#design/icon.tsx';
import Circle from 'lucide/dist/esm/icons/circle.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import { memo, useCallback, useEffect, useState } from 'react';
import { useIsIdle } from '#design/overlay/when-idle.ts';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { Section } from '#design/layout/section.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { OfferSamples } from '#features/sample-payments/offer-samples.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useReservedHeight } from '#lists/stored.ts';
import { readStored, store } from '#platform/preferences.ts';
import type { Scope } from '#platform/scope.ts';
import { useSession } from '#platform/session/use-session.ts';
import { type Step, useSteps } from './use-steps.ts';

/** Why the steps are hidden: the user hid them in this browser, or all are done. */
export type Gone = 'away' | 'done';

/** Whether the first steps are shown. Never for administrators; steps that the user hid can be shown again. */
export function useFirstSteps(merchantId: string | undefined) {
  const isMerchant = useSession().kind === 'merchant';
  const key = `v_first_steps_v1.${merchantId}`;
  const [own, setOwn] = useState<{ key: string; state: string }>();
  const state = own?.key === key ? own.state : (readStored(key) ?? shown);
  const isOffered = isMerchant && merchantId !== undefined;
  const set = useCallback(
    (next: string) => {
      store(key, next);
      setOwn({ key, state: next });
    },
    [key],
  );
  return {
    isShown: isOffered && state === shown,
    isDismissed: isOffered && state === 'away',
    leave: set,
    restore: () => set(shown),
  };
}

const shown = 'shown';

interface FirstStepsProps {
  scope: Scope;
  /** Whether this application was ever paid; undefined while that is unknown. */
  hasPayIn: boolean | undefined;
  onGone: (reason: Gone) => void;
}

/** A checklist for a new merchant, ticked from the merchant's data; hidden when all steps are done. */
export const FirstSteps = memo(function FirstSteps({ scope, hasPayIn, onGone }: FirstStepsProps) {
  // For a merchant who was already paid, the checks wait until the page is quiet.
  const isIdle = useIsIdle();
  const mayAsk = hasPayIn === false || (hasPayIn === true && isIdle);
  const { steps, failed } = useSteps({ scope, hasPayIn, mayAsk });
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  const isDone = steps !== undefined && done === steps.length;
  useEffect(() => {
    if (isDone) onGone('done');
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, when all are done
  }, [isDone]);
  const isLoaded = steps !== undefined;
  const height = useReservedHeight('first_steps', isLoaded ? true : failed.length > 0 ? undefined : false);
  if (isDone) return null;
  return (
    <div {...height} className="flow-root print:hidden">
      {/* Renders the section's frame into the reserved space while the steps load. */}
      {(isLoaded || failed.length > 0 || height.style) && (
        <Section
          title="First steps"
          aside={steps && `${done} of ${steps.length} done`}
          action={
            <button
              type="button"
              className="-my-1 min-h-6 font-medium text-act hover:underline"
              onClick={() => onGone('away')}
            >
              Hide
            </button>
          }
        >
          {isLoaded ? (
            <>
              <ol className="m-0 list-none border-t border-line p-0">
                {steps.map((step) => (
                  <StepLine key={step.name} step={step} />
                ))}
              </ol>
              <OfferSamples applicationId={scope.applicationId} isExplained />
            </>
          ) : failed.length === 0 ? (
            <Skeleton width={160} />
          ) : (
            <PartError
              error={failed[0]?.error}
              busy={failed.some(({ isFetching }) => isFetching)}
              onRetry={() => failed.forEach(({ refetch }) => void refetch())}
            />
          )}
        </Section>
      )}
    </div>
  );
});

function StepLine({ step: { name, detail, href, isDone, whoCan } }: { step: Step }) {
  return (
    <li className="flex gap-2.5 border-b border-line py-2.5">
      <span className={`flex h-5 items-center ${isDone ? 'text-ok' : 'text-ink-3'}`}>
        {isDone ? <Icon of={CircleCheck} /> : <Icon of={Circle} />}
      </span>
      <div className="min-w-0">
        {isDone ? (
          <span className="text-ink-3">
            {name}
            <span className="sr-only">: done</span>
          </span>
        ) : (
          <>
            {whoCan === undefined ? (
              <TextLink href={href}>{name}</TextLink>
            ) : (
              <span className="font-medium">{name}</span>
            )}
            <p className="m-0 text-label text-ink-3">{whoCan ?? detail}</p>
          </>
        )}
      </div>
    </li>
  );
}
