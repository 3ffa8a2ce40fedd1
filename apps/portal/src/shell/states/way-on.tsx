import type { ReactNode } from 'react';
import { openPalette } from '#design/layout/palette-opener.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { adminPaymentsHref, payByLinkHref, payInsHref } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { mayViewPayments } from '@volume/contract/access.ts';

interface WayOnProps {
  isForAll: boolean;
  /** The card already explains why it may be missing. */
  isExplained: boolean;
}

/** Links to other places to look for something that was not found. */
export function WayOn({ isForAll, isExplained }: WayOnProps): ReactNode {
  const mayView = usePermitted(mayViewPayments);
  const mayLink = usePermitted(['PAY_BY_LINK']);
  return (
    <p className="m-0 mt-4 text-center text-ink-2">
      {!isExplained && !isForAll && 'It may belong to another merchant or application. '}Look in{' '}
      {isForAll && <TextLink href={adminPaymentsHref()}>All payments</TextLink>}
      {!isForAll && mayView && <TextLink href={payInsHref()}>Pay-ins</TextLink>}
      {!isForAll && mayView && mayLink && ' and '}
      {!isForAll && mayLink && <TextLink href={payByLinkHref()}>Pay by link</TextLink>}, or{' '}
      <button type="button" className="text-act hover:underline" onClick={openPalette}>
        search everything
      </button>
      .
    </p>
  );
}
