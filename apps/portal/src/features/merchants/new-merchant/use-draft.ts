import { useQueryClient } from '@tanstack/react-query';
import {
  createMerchant,
  deleteMerchantDraft,
  getMerchantDraft,
  type MerchantDraft,
  type MerchantDraftContent,
  saveMerchantDraft,
} from '@volume/contract/merchants/create-merchant.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';
import { useState } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { isolate } from '#design/text/format-text.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { statusOf } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keepWritten } from '#platform/queries/query-keys.ts';
import { isChangedMeanwhile } from '#platform/writes/refusal-message.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { merchantListKeys } from '#features/merchants/merchants-query.ts';
import { toNewMerchant } from './draft-content.ts';
import { draftKeys, draftQuery } from './draft-query.ts';
import type { Step } from './new-merchant-search.ts';

interface Save {
  content: MerchantDraftContent;
  /** The step to open afterwards. */
  next: Step;
}

/** Another administrator's version of the draft; null when it was deleted or its merchant created. */
type Theirs = MerchantDraft | null;

/**
 * Saves a draft, compared with the version that the form began with. After a conflict `theirs` is the current draft, and `rebase`
 * makes it the new base. `next` is the step to open after the last save.
 */
export function useSaving(draftId: string, loaded: MerchantDraft | undefined) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState<Theirs>(loaded ?? null);
  const [theirs, setTheirs] = useState<Theirs | undefined>();
  const [next, setNext] = useState<Step>('company');
  const ifMatch = useIfMatch(base?.version ?? neverSetVersion);
  const params = { draftId };
  const keep = (saved: MerchantDraft) => {
    setBase(saved);
    setTheirs(undefined);
    keepWritten(queryClient, draftQuery(draftId).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: draftKeys.all, exact: true });
  };
  const write = useWrite(
    async ({ content }: Save) => {
      try {
        return await call(saveMerchantDraft, { params, body: content, ifMatch });
      } catch (refused) {
        if (isChangedMeanwhile(refused)) setTheirs(await readTheirs(draftId));
        throw refused;
      }
    },
    (saved, body) => {
      keep(saved);
      setNext(body.next);
    },
  );
  const rebase = (draft: Theirs) => {
    setBase(draft);
    setTheirs(undefined);
    write.reset();
  };
  return { base, theirs, next, write, rebase };
}

async function readTheirs(draftId: string): Promise<Theirs | undefined> {
  try {
    return await call(getMerchantDraft, { params: { draftId } });
  } catch (error) {
    return statusOf(error) === 404 ? null : undefined;
  }
}

/** Creates the merchant of a saved draft, after a step-up. Repeating it returns the same merchant. */
export function useCreation(draftId: string, onCreated: (merchantId: string) => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (content: MerchantDraftContent, { stepUp }) =>
      call(createMerchant, { query: { draftId }, body: toNewMerchant(content), stepUp }),
    ({ merchantId }, { company, firstUser }) => {
      invalidate(queryClient, merchantListKeys.all);
      queryClient.removeQueries({ queryKey: draftKeys.all });
      toast.good(
        `${isolate(company.companyName.trim())} was created`,
        `The invitation goes to ${firstUser.email.trim()}.`,
      );
      onCreated(merchantId);
    },
  );
}

export function useDiscarding(draftId: string, onDiscarded: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    () => call(deleteMerchantDraft, { params: { draftId } }),
    () => {
      queryClient.removeQueries({ queryKey: draftKeys.all });
      toast.good('Draft discarded');
      onDiscarded();
    },
  );
}
