import { createFileRoute } from '@tanstack/react-router';
import { overviewHref } from '#platform/hrefs.ts';
import { requireAuthority } from '#shell/routing/guards.ts';

/** The list and its details (§6; contract §9 Routes). */
export const Route = createFileRoute('/_merchant/pay-by-link')({
  beforeLoad: (arrival) =>
    requireAuthority(arrival, ['PAY_BY_LINK'], overviewHref(), 'You don’t have permission to use payment links.'),
});
