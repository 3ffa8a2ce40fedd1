import { mayViewPayments } from '@volume/contract/access.ts';
import { createFileRoute } from '@tanstack/react-router';
import { overviewHref } from '#platform/hrefs.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

export const Route = createFileRoute('/_merchant/payments')({
  beforeLoad: (arrival) =>
    requireAuthority(arrival, mayViewPayments, overviewHref(), 'You don’t have permission to view payments.'),
});
