import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '#design/layout/page-header.tsx';
import { AccountPage } from '#features/users/account/account-page.tsx';

/** An administrator's own account, whether or not a merchant is open. */
export const Route = createFileRoute('/admin/account')({
  staticData: { title: 'Your account' },
  component: () => (
    <>
      <PageHeader title="Your account" />
      <AccountPage isAdmin />
    </>
  ),
});
