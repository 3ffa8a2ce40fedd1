import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SignUpDone } from '#features/session/sign-up/sign-up-done.tsx';

export const Route = createFileRoute('/auth/signup/success')({
  staticData: { title: 'Account ready' },
  component: Page,
});

function Page() {
  const { email } = useLocation({ select: ({ state }) => state as { email?: string } });
  const { settings } = Route.useRouteContext();
  const outbox = `${settings.apiBaseUrl.replace(/\/+$/, '')}/outbox`;
  return <SignUpDone email={email} outboxHref={settings.isLocal ? outbox : undefined} />;
}
