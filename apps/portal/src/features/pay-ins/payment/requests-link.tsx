import { useQuery } from '@tanstack/react-query';
import { TextLink } from '#design/text/text-link.tsx';
import { requestsHref } from '#platform/hrefs.ts';
import { requestsOfQuery } from '#platform/queries/requests-of-query.ts';
import type { Scope } from '#platform/scope.ts';

/** The calls of the merchant's server that name the payment or made its link; nothing where there are none. */
export function RequestsLink({ scope, paymentId }: { scope: Scope; paymentId: string }) {
  const { data: hasAny } = useQuery(requestsOfQuery(scope, paymentId));
  if (!hasAny) return null;
  const href = requestsHref({ objectId: paymentId, applicationId: scope.applicationId });
  return <TextLink href={href}>Your server’s calls</TextLink>;
}
