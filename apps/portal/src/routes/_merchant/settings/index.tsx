import { createFileRoute, redirect } from '@tanstack/react-router';
import { settingsHref } from '#platform/hrefs.ts';

export const Route = createFileRoute('/_merchant/settings/')({
  beforeLoad: ({ search: { applicationId } }) => {
    throw redirect({ href: settingsHref(undefined, { applicationId }), replace: true });
  },
});
