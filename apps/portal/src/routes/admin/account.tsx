import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '#design/layout/page-header.tsx';
import { AccountPage } from '#features/users/account/account-page.tsx';

/** An administrator's own account, with or without an open merchant. */
export const Route = createFileRoute('/admin/account')({
  staticData: { title: 'Your account' },
  component: () => (
    <>
      <PageHeader title="Your account" />
      <AccountPage isAdmin guard={() => null} />
    </>
  ),
});
