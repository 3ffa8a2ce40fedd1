import { createFileRoute, redirect } from '@tanstack/react-router';
import { payInsHref } from '#platform/hrefs.ts';

/** §2: leads to the pay-ins, carrying the application along. */
export const Route = createFileRoute('/_merchant/payments/')({
  beforeLoad: ({ search: { applicationId } }) => {
    throw redirect({ href: payInsHref({ applicationId }), replace: true });
  },
});
