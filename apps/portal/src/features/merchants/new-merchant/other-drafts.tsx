import { useQuery } from '@tanstack/react-query';
import { Section } from '#design/layout/section.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { personText } from '#design/text/person-text.ts';
import { PartError } from '#lists/part-error.tsx';
import { adminNewMerchantHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { draftsQuery } from './draft-query.ts';

/** The drafts of all administrators, to continue one; nothing when there are none. */
export function OtherDrafts() {
  const { data, error, isFetching, refetch } = useQuery(draftsQuery());
  const zone = useZone();
  const now = new Date(useNow());
  if (error && !data) return <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Section title="Continue a draft" aside={data.length}>
      <ul className="m-0 list-none p-0">
        {data.map(({ draftId, companyName, savedAtUtc, ...saved }) => (
          <li key={draftId} className="border-t border-line py-2.5 [overflow-wrap:anywhere]">
            <TextLink href={adminNewMerchantHref({ draft: draftId })}>
              <bdi>{companyName.trim() || 'Without a name'}</bdi>
            </TextLink>
            <div className="text-label text-ink-3">
              <DateTime utc={savedAtUtc} {...{ zone, now }} />, <bdi>{personText(saved, 'savedBy')}</bdi>
            </div>
          </li>
        ))}
      </ul>
      <p className="m-0 border-t border-line pt-2.5 text-label text-ink-3">
        A draft is kept for 30 days after it was last saved.
      </p>
    </Section>
  );
}
