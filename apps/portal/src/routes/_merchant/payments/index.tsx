import { createFileRoute, redirect } from '@tanstack/react-router';
import { payInsHref } from '#platform/hrefs.ts';

/** §2: redirects to the pay-ins and keeps the application. */
export const Route = createFileRoute('/_merchant/payments/')({
  beforeLoad: ({ search: { applicationId } }) => {
    throw redirect({ href: payInsHref({ applicationId }), replace: true });
  },
});
