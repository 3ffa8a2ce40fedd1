import type { MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import Check from 'lucide/dist/esm/icons/check.mjs';
import type { MouseEvent } from 'react';
import { Icon } from '#design/icon.tsx';
import { type Step, steps } from './new-merchant-search.ts';
import { answerOf, stepTitles } from './step-labels.ts';

interface StepsNavProps {
  step: Step;
  /** The saved answers. */
  content: MerchantDraftContent;
  isFinished: (step: Step) => boolean;
  /** The first step that is not finished: it and those before it can be opened. */
  reached: Step;
  hrefOf: (step: Step) => string;
  onOpen: (step: Step, event: MouseEvent) => void;
}

const rowClass = 'flex items-start gap-2.5 rounded px-2.5 py-2 no-underline text-ink';

/** The steps with a tick and the short answer of each finished one; on a phone only the number of the current step. */
export function StepsNav({ step, content, isFinished, reached, hrefOf, onOpen }: StepsNavProps) {
  return (
    <>
      <p className="m-0 mb-3 text-ink-3 wide:hidden">
        Step {steps.indexOf(step) + 1} of {steps.length}
      </p>
      <nav aria-label="Steps" className="phone:hidden">
        <ol className="m-0 grid list-none grid-cols-[minmax(0,1fr)] gap-1 p-0">
          {steps.map((each, at) => {
            const isDone = each !== 'review' && isFinished(each);
            const text = (
              <>
                <Mark number={at + 1} isDone={isDone} isCurrent={each === step} />
                <span className="min-w-0">
                  <span className="block font-medium">{stepTitles[each]}</span>
                  {(isDone || each === 'review') && (
                    <span className="block truncate text-label text-ink-3">
                      <bdi data-personal={each === 'user' ? true : undefined}>{answerOf(each, content)}</bdi>
                    </span>
                  )}
                </span>
              </>
            );
            const isOpen = steps.indexOf(each) <= steps.indexOf(reached);
            return (
              <li key={each}>
                {isOpen ? (
                  <a
                    href={hrefOf(each)}
                    aria-current={each === step ? 'step' : undefined}
                    className={`${rowClass} hover:bg-hover aria-[current]:bg-sunken`}
                    onClick={(event) => onOpen(each, event)}
                  >
                    {text}
                  </a>
                ) : (
                  <span className={`${rowClass} text-ink-3`}>{text}</span>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
    </>
  );
}

function Mark({ number, isDone, isCurrent }: { number: number; isDone: boolean; isCurrent: boolean }) {
  const base = 'num mt-px grid size-[18px] shrink-0 place-items-center rounded-full text-[11px] font-medium';
  if (isDone) {
    return (
      <span className={`${base} bg-ok text-paper`}>
        <Icon of={Check} className="!size-3 ![stroke-width:3]" />
        <span className="sr-only">Finished: </span>
      </span>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`${base} ${isCurrent ? 'bg-ink text-paper' : 'border border-line-2 text-ink-3'}`}
    >
      {number}
    </span>
  );
}
