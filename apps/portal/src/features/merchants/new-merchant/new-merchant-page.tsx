import { useQuery } from '@tanstack/react-query';
import { createMerchant } from '@volume/contract/merchants/create-merchant.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { PartError } from '#lists/part-error.tsx';
import { useCapability } from '#platform/calls/capabilities.ts';
import { statusOf } from '#platform/errors.ts';
import { adminMerchantsHref, adminNewMerchantHref } from '#platform/hrefs.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { NewMerchantHeader } from './draft-header.tsx';
import { draftQuery } from './draft-query.ts';
import type { NewMerchantSearch } from './new-merchant-search.ts';
import { Wizard } from './wizard.tsx';

interface NewMerchantPageProps {
  search: NewMerchantSearch;
  onSearch: (search: NewMerchantSearch) => void;
  onCreated: (merchantId: string) => void;
  onDiscarded: () => void;
}

/** Creates a merchant in five steps, which are saved as a draft until then (contract §8). */
export function NewMerchantPage(props: NewMerchantPageProps) {
  const { search } = props;
  const canCreate = useCapability(createMerchant);
  const isReadOnly = useIsReadOnly();
  // The id of a draft that is not saved yet; saving keeps it.
  const [ownId] = useState(() => crypto.randomUUID());
  if (canCreate === false) {
    return (
      <Message
        title="Merchants cannot be created here"
        detail="This deployment has no call for it. Ask its operator to create the merchant."
      />
    );
  }
  return (
    <>
      {isReadOnly && (
        <div className="mb-4">
          <Notice tone="info" title="You have read-only access">
            You can read drafts. Only administrators with full access save them and create merchants.
          </Notice>
        </div>
      )}
      {search.draft === undefined || search.draft === ownId ? (
        <Wizard key={ownId} {...props} draftId={ownId} draft={undefined} />
      ) : (
        <SavedDraft key={search.draft} {...props} draftId={search.draft} />
      )}
    </>
  );
}

function SavedDraft({ draftId, ...props }: NewMerchantPageProps & { draftId: string }) {
  const { data, error, isFetching, refetch } = useQuery(draftQuery(draftId));
  if (data) return <Wizard {...props} draftId={draftId} draft={data} />;
  if (statusOf(error) === 404) {
    return (
      <Message
        title="This draft no longer exists"
        detail="Its merchant was created, it was discarded, or it was not saved for 30 days."
        hasNew
      />
    );
  }
  return (
    <>
      <NewMerchantHeader />
      {error ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <SkeletonLines count={8} />
        </div>
      )}
    </>
  );
}

function Message({ title, detail, hasNew }: { title: string; detail: string; hasNew?: boolean }) {
  const actions = (
    <>
      <Button href={adminMerchantsHref()}>Show merchants</Button>
      {hasNew === true && (
        <Button variant="primary" href={adminNewMerchantHref()}>
          Start a new one
        </Button>
      )}
    </>
  );
  return (
    <>
      <NewMerchantHeader />
      <EmptyState {...{ title, detail, actions }} />
    </>
  );
}
