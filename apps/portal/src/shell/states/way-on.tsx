import type { ReactNode } from 'react';
import { TextLink } from '#design/text/text-link.tsx';
import { adminPaymentsHref, payByLinkHref, payInsHref } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { mayViewPayments } from '@volume/contract/access.ts';

interface WayOnProps {
  /** On the pages of all merchants. */
  isForAll: boolean;
  /** The card says already why it may not be there. */
  isExplained: boolean;
}

/** Beneath the card of what is not there: where else it may be. */
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
      <button type="button" data-palette className="text-act hover:underline">
        search everything
      </button>
      .
    </p>
  );
}
