import { createFileRoute, redirect } from '@tanstack/react-router';
import { accountHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/')({
  beforeLoad: ({ search: { applicationId } }) => {
    throw redirect({ href: accountHref({ applicationId }), replace: true });
  },
});
