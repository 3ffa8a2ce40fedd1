import { createFileRoute, redirect } from '@tanstack/react-router';
import { payInsHref } from '#platform/hrefs.ts';

/** §2: treated as not found, and redirects to the pay-ins. */
export const Route = createFileRoute('/dashboard')({
  beforeLoad: () => {
    throw redirect({ href: payInsHref(), replace: true });
  },
});
