import type { MerchantDraft, MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Button } from '#design/controls/button.tsx';
import { useLargestLimit } from '#forms/amount-limit.ts';
import { UnsavedGuard } from '#forms/unsaved-guard.tsx';
import { useForm } from '#forms/use-form.ts';
import { WriteRefusal } from '#forms/write-refusal.tsx';
import { adminNewMerchantHref } from '#platform/hrefs.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useAfter } from '#platform/writes/use-write.ts';
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

/** The form, its saved answers and the step that is shown. */
function useSteps({ draftId, draft, search, onSearch, onCreated }: WizardProps) {
  const limit = useLargestLimit()('GBP');
  const saving = useSaving(draftId, draft);
  const creation = useCreation(draftId, onCreated);
  const content = saving.base ? fillContent(saving.base.content) : emptyContent;
  const reached = firstUnfinished(content, limit);
  const step = search.step ?? (saving.base ? reached : 'company');
  const save = (typed: MerchantDraftContent, next: Step) => saving.write.run({ content: typed, next });
  const form = useForm<MerchantDraftContent, MerchantDraftContent>({
    schema: stepSchema(step, limit),
    values: content,
    write: { ...saving.write, run: (typed) => save(typed, following(step)) },
  });
  useAfter(saving.write, () => {
    form.reset(content);
    onSearch({ draft: draftId, step: saving.next });
  });
  return {
    limit,
    saving,
    creation,
    content,
    reached,
    step,
    form,
    save,
    hrefOf: (next: Step) => adminNewMerchantHref({ draft: search.draft, step: next }),
    isFinished: (each: Step) => saving.base !== null && findStepFaults(each, content, limit).length === 0,
    /** Leaving a step by its link saves what was typed, finished or not. */
    open: (next: Step, event: MouseEvent) => {
      if (!form.isDirty) return;
      event.preventDefault();
      save(form.read(), next);
    },
  };
}

type Steps = ReturnType<typeof useSteps>;

/** The five steps of a new merchant. Each step saves the draft; only the last one creates anything. */
export function Wizard(props: WizardProps) {
  const all = useSteps(props);
  const { saving, creation, content, reached, step, form, hrefOf } = all;
  const disabledReason = useChangeDisabledReason();
  const heading = useStepFocus(step);
  const isReview = step === 'review';
  const unfinished = reached === 'review' ? undefined : `${stepTitles[reached]} is not finished`;
  const headingClass = isReview ? 'sr-only' : 'm-0 mb-4 text-[16px] font-strong outline-none';
  return (
    <>
      <DraftHeader draftId={props.draftId} draft={saving.base} onDiscarded={props.onDiscarded} />
      <div className="@container">
        <div className="grid grid-cols-[222px_minmax(0,1fr)_272px] gap-8 @max-[940px]:grid-cols-[180px_minmax(0,1fr)] @max-[620px]:grid-cols-[minmax(0,1fr)] @max-[620px]:gap-0">
          <StepsNav {...all} onOpen={all.open} />
          <div className="min-w-0 @min-[941px]:max-w-[620px]">
            <h2 ref={heading} tabIndex={-1} className={headingClass}>
              {stepTitles[step]}
            </h2>
            {isReview ? <ReviewStep {...all} /> : <StepForm {...all} disabledReason={disabledReason} />}
          </div>
          <div className="min-w-0 @max-[940px]:col-start-2 @max-[620px]:col-start-1 @max-[620px]:mt-8">
            {isReview && (
              <WhatHappens {...{ content, hrefOf }} write={creation} disabledReason={disabledReason ?? unfinished} />
            )}
            {!isReview && props.search.draft === undefined && <OtherDrafts />}
          </div>
        </div>
      </div>
      <UnsavedGuard isDirty={form.isDirty && disabledReason === undefined} />
    </>
  );
}

function StepForm(props: Steps & { disabledReason: string | undefined }) {
  const { form, saving, creation, content, step, save, disabledReason } = props;
  const doubted = creation.refusal ? reasonsOf(creation.refusal, content).flatMap((each) => each.doubted ?? []) : [];
  return (
    <form {...form.element} className="grid gap-5">
      <fieldset disabled={disabledReason !== undefined} className="m-0 grid min-w-0 gap-5 border-0 p-0">
        <StepFields {...props} doubted={doubted} />
      </fieldset>
      <SaveProblem saving={saving} onTheirs={(theirs) => form.reset(fillContent(theirs))} />
      <StepButtons {...props} isBusy={saving.write.isBusy} onSave={() => save(form.read(), step)} />
    </form>
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
