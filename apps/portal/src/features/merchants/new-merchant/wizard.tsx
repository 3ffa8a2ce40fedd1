import type { MerchantDraft, MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '#design/controls/button.tsx';
import { useLargestLimit } from '#forms/amount-limit.ts';
import { UnsavedGuard } from '#forms/unsaved-guard.tsx';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { adminNewMerchantHref } from '#platform/hrefs.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { ApplicationsStep } from './applications-step.tsx';
import { Conflict } from './conflict.tsx';
import { DraftHeader } from './draft-header.tsx';
import { emptyContent, fillContent } from './draft-content.ts';
import { OtherDrafts } from './other-drafts.tsx';
import { type NewMerchantSearch, type Step, steps } from './new-merchant-search.ts';
import { CompanyStep, type MerchantForm, TermsStep, UserStep } from './plain-steps.tsx';
import { reasonsOf } from './refused-reasons.ts';
import { ReviewStep } from './review-step.tsx';
import { findStepFaults, firstUnfinished, stepSchema } from './step-faults.ts';
import { stepTitles } from './step-labels.ts';
import { StepsNav } from './steps-nav.tsx';
import { useCreation, useSaving } from './use-draft.ts';
import { WhatHappens } from './what-happens.tsx';

interface WizardProps {
  draftId: string;
  /** Undefined for a draft that is not saved yet. */
  draft: MerchantDraft | undefined;
  search: NewMerchantSearch;
  onSearch: (search: NewMerchantSearch) => void;
  onCreated: (merchantId: string) => void;
  onDiscarded: () => void;
}

const following = (step: Step): Step => steps[steps.indexOf(step) + 1] ?? 'review';

/** The five steps of a new merchant. Going on saves the draft; only the last step creates anything. */
export function Wizard({ draftId, draft, search, onSearch, onCreated, onDiscarded }: WizardProps) {
  const limit = useLargestLimit()('GBP');
  const saving = useSaving(draftId, draft, (saved, next) => {
    form.reset(fillContent(saved.content));
    onSearch({ draft: saved.draftId, step: next });
  });
  const creation = useCreation(draftId, onCreated);
  const saved = saving.base ? fillContent(saving.base.content) : emptyContent;
  const reached = firstUnfinished(saved, limit);
  const step = search.step ?? (saving.base ? reached : 'company');
  const form = useForm<MerchantDraftContent, MerchantDraftContent>({
    schema: stepSchema(step, limit),
    values: saved,
    write: { ...saving.write, run: (content) => saving.write.run({ content, next: following(step) }) },
  });
  const disabledReason = useChangeDisabledReason();
  const heading = useStepFocus(step);
  const hrefOf = (next: Step) => adminNewMerchantHref({ draft: search.draft, step: next });
  // Leaving a step by its link saves what was typed, finished or not.
  const open = (next: Step, event: MouseEvent) => {
    if (!form.isDirty) return;
    event.preventDefault();
    saving.write.run({ content: form.read(), next });
  };
  const isFinished = (each: Step) => saving.base !== null && findStepFaults(each, saved, limit).length === 0;
  const doubted = creation.refusal ? reasonsOf(creation.refusal, saved).flatMap((each) => each.doubted ?? []) : [];
  const isReview = step === 'review';
  return (
    <>
      <DraftHeader {...{ draftId, onDiscarded }} draft={saving.base} />
      <div className="@container">
        <div className="grid grid-cols-[222px_minmax(0,1fr)_272px] gap-8 @max-[940px]:grid-cols-[180px_minmax(0,1fr)] @max-[620px]:grid-cols-[minmax(0,1fr)] @max-[620px]:gap-0">
          <StepsNav {...{ step, isFinished, reached, hrefOf }} content={saved} onOpen={open} />
          <div className="min-w-0 @min-[941px]:max-w-[620px]">
            <h2
              ref={heading}
              tabIndex={-1}
              className={isReview ? 'sr-only' : 'm-0 mb-4 text-[16px] font-strong outline-none'}
            >
              {stepTitles[step]}
            </h2>
            {isReview ? (
              <ReviewStep {...{ isFinished, hrefOf }} content={saved} />
            ) : (
              <form {...form.element} className="grid gap-5">
                <fieldset disabled={disabledReason !== undefined} className="m-0 grid min-w-0 gap-5 border-0 p-0">
                  <StepFields {...{ step, form, limit, doubted }} />
                </fieldset>
                <SaveProblem saving={saving} onTheirs={(content) => form.reset(fillContent(content))} />
                <StepButtons
                  {...{ step, disabledReason, hrefOf }}
                  isBusy={saving.write.isBusy}
                  onSave={() => saving.write.run({ content: form.read(), next: step })}
                />
              </form>
            )}
          </div>
          <div className="min-w-0 @max-[940px]:col-start-2 @max-[620px]:col-start-1 @max-[620px]:mt-8">
            {isReview ? (
              <WhatHappens
                {...{ hrefOf }}
                content={saved}
                write={creation}
                disabledReason={
                  disabledReason ?? (reached === 'review' ? undefined : `${stepTitles[reached]} is not finished`)
                }
              />
            ) : (
              search.draft === undefined && <OtherDrafts />
            )}
          </div>
        </div>
      </div>
      <UnsavedGuard isDirty={form.isDirty && disabledReason === undefined} />
    </>
  );
}

/** The ref of the heading, which gets the focus when another step opens, so that the keyboard continues there. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: 'nearest' });
  }, [step]);
  return heading;
}

interface StepFieldsProps {
  step: Step;
  form: MerchantForm;
  limit: ReturnType<ReturnType<typeof useLargestLimit>>;
  doubted: readonly string[];
}

function StepFields({ step, form, limit, doubted }: StepFieldsProps) {
  if (step === 'company') return <CompanyStep form={form} />;
  if (step === 'applications') return <ApplicationsStep {...{ form, doubted }} />;
  if (step === 'terms') return <TermsStep {...{ form, limit }} />;
  return <UserStep form={form} />;
}

function SaveProblem({
  saving: { write, theirs, rebase },
  onTheirs,
}: {
  saving: ReturnType<typeof useSaving>;
  onTheirs: (content: MerchantDraftContent) => void;
}) {
  if (theirs !== undefined) {
    return (
      <Conflict
        theirs={theirs}
        onKeepMine={() => rebase(theirs)}
        onUseTheirs={() => {
          rebase(theirs);
          if (theirs) onTheirs(theirs.content);
        }}
      />
    );
  }
  return (
    write.refusal && <WriteRefusal refusal={write.refusal} undone="The draft was not saved. Your text is still here." />
  );
}

interface StepButtonsProps {
  step: Step;
  isBusy: boolean;
  disabledReason: string | undefined;
  hrefOf: (step: Step) => string;
  onSave: () => void;
}

function StepButtons({ step, isBusy, disabledReason, hrefOf, onSave }: StepButtonsProps) {
  const before = steps[steps.indexOf(step) - 1];
  return (
    <div className="flex flex-wrap items-center gap-2 phone:sticky phone:bottom-0 phone:z-10 phone:-mx-4 phone:border-t phone:border-line-2 phone:bg-paper phone:px-4 phone:py-3">
      <Button type="submit" variant="primary" busy={isBusy} disabledReason={disabledReason}>
        Save and continue
      </Button>
      <Button disabledReason={disabledReason ?? (isBusy ? 'Saving' : undefined)} onClick={onSave}>
        Save draft
      </Button>
      {before !== undefined && (
        <Button variant="quiet" href={hrefOf(before)}>
          Back
        </Button>
      )}
    </div>
  );
}
