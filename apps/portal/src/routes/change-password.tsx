import { createFileRoute, redirect } from '@tanstack/react-router';
import { accountHref, adminAccountHref, signInHref } from '#platform/hrefs.ts';

/** `/.well-known/change-password` leads here: only the portal knows whether a merchant's user or an administrator is signed in. */
export const Route = createFileRoute('/change-password')({
  beforeLoad: ({ context, location }) => {
    const { kind } = context.session();
    if (kind === 'none') throw redirect({ href: signInHref(location.href), replace: true });
    throw redirect({ href: kind === 'admin' ? adminAccountHref() : accountHref(), replace: true });
  },
});
