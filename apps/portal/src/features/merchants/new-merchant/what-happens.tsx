import type { MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import Building2 from 'lucide/dist/esm/icons/building-complex.mjs';
import Landmark from 'lucide/dist/esm/icons/landmark.mjs';
import History from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Icon, type IconDrawing } from '#design/icon.tsx';
import { Section } from '#design/layout/section.tsx';
import { Dialog } from '#design/overlay/dialog.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { StepUp } from '#forms/step-up.tsx';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import type { Write } from '#platform/writes/use-write.ts';
import type { Step } from './new-merchant-search.ts';
import { reasonsOf } from './refused-reasons.ts';
import { providerLabels, stepTitles } from './step-labels.ts';
import { labelOf } from '#design/text/format-text.ts';

interface WhatHappensProps {
  content: MerchantDraftContent;
  write: Write<MerchantDraftContent>;
  /** Why it cannot be created; undefined when it can. */
  disabledReason: string | undefined;
  hrefOf: (step: Step) => string;
}

/** What creating the merchant does and when, with the button that does it. */
export function WhatHappens({ content, write, disabledReason, hrefOf }: WhatHappensProps) {
  const action = `Create ${content.company.companyName.trim()}`.trim();
  return (
    <div className="phone:pb-20">
      <Section title="When you create it">
        <ul className="m-0 list-none p-0">
          {eventsOf(content).map(({ when, icon, text }) => (
            <li key={when} className="flex gap-2.5 border-t border-line py-2.5">
              <Icon of={icon} className="mt-0.5 text-ink-3" />
              <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
                <span className="font-medium text-ink">{when}:</span> {text}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {write.refusal && !write.isAskingForProof && <Refused {...{ write, content, hrefOf }} />}
      <div className="grid gap-2 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-10 phone:border-t phone:border-line-2 phone:bg-paper phone:px-4 phone:py-3">
        <Button
          variant="primary"
          size="l"
          className="w-full !whitespace-normal [overflow-wrap:anywhere]"
          busy={write.isBusy || write.done > 0}
          disabledReason={disabledReason}
          onClick={() => write.run(content)}
        >
          <bdi>{action}</bdi>
        </Button>
        <Button variant="quiet" className="w-full phone:hidden" href={hrefOf('user')}>
          Back to {stepTitles.user}
        </Button>
      </div>
      <Dialog
        isOpen={write.isAskingForProof}
        onClose={write.reset}
        canClose={!write.isBusy}
        title={<bdi>{action}?</bdi>}
      >
        {write.isAskingForProof && <StepUp {...{ write }} action="Create merchant" />}
      </Dialog>
    </div>
  );
}

interface Event {
  when: string;
  icon: IconDrawing;
  text: ReactNode;
}

function eventsOf({ applications, firstUser }: MerchantDraftContent): Event[] {
  const accounts = applications.flatMap((each) => each.accounts);
  const names = [
    ...new Set(accounts.flatMap(({ virtualAt }) => (virtualAt === null ? [] : [labelOf(providerLabels, virtualAt)]))),
  ];
  const virtual = accounts.filter(({ virtualAt }) => virtualAt !== null).length;
  const who = firstUser.name.trim() || firstUser.email.trim();
  return [
    ...(virtual === 0
      ? []
      : [
          {
            when: 'First',
            icon: Landmark,
            text: `${names.join(' and ')} open${names.length === 1 ? 's' : ''} ${virtual === 1 ? 'one account' : `${virtual} accounts`}. If one cannot be opened, nothing is created.`,
          },
        ]),
    {
      when: 'Immediately',
      icon: Building2,
      text: `the merchant and its ${applications.length === 1 ? 'application' : `${applications.length} applications`} appear in Merchants.`,
    },
    {
      when: 'Within a minute',
      icon: Users,
      text: (
        <>
          <bdi data-personal>{who}</bdi> gets an invitation by email. Its link is valid for 7 days.
        </>
      ),
    },
    { when: 'Recorded', icon: History, text: 'in the activity, with your name.' },
  ];
}

/** Every reason, with a link to the step that can change it. */
function Refused({ write, content, hrefOf }: Pick<WhatHappensProps, 'write' | 'content' | 'hrefOf'>) {
  const { refusal } = write;
  const place = useRef<HTMLDivElement>(null);
  // On a phone the button is at the bottom of the window, and the reasons can be scrolled out of view.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [refusal?.message]);
  if (!refusal) return null;
  const reasons = reasonsOf(refusal, content);
  return (
    <div ref={place} className="mb-4 scroll-mb-24">
      {reasons.some(({ step }) => step !== undefined) ? (
        <Notice tone="bad" title="The merchant was not created">
          <ul className="m-0 grid list-none gap-2 p-0">
            {reasons.map(({ text, step }) => (
              <li key={text}>
                {text}{' '}
                {step !== undefined && <TextLink href={hrefOf(step)}>Change {stepTitles[step].toLowerCase()}</TextLink>}
              </li>
            ))}
          </ul>
        </Notice>
      ) : (
        <WriteRefusal
          refusal={{ ...refusal, mustCheck: false }}
          undone="The merchant was not created."
          unknown="We couldn’t confirm whether it was created. It’s safe to retry: the same merchant is never created twice."
        />
      )}
    </div>
  );
}
