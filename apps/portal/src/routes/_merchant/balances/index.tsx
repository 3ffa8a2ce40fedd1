import { createFileRoute, redirect } from '@tanstack/react-router';
import { balancesHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/balances/')({
  beforeLoad: ({ search: { applicationId } }) => {
    throw redirect({ href: balancesHref({ applicationId }), replace: true });
  },
});
