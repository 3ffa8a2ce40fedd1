import { createFileRoute, useRouter } from '@tanstack/react-router';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { AuthNote, SignUpPage } from '#features/session/sign-up/sign-up-page.tsx';
import { supportHref } from '#platform/settings.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const Route = createFileRoute('/auth/signup/')({
  staticData: { title: 'Try the sandbox' },
  validateSearch: (
    search,
  ): { utm_source?: string | undefined; utm_medium?: string | undefined; utm_campaign?: string | undefined } => ({
    utm_source: text(search['utm_source']),
    utm_medium: text(search['utm_medium']),
    utm_campaign: text(search['utm_campaign']),
  }),
  component: Page,
});

function Page() {
  const router = useRouter();
  const campaign = Route.useSearch();
  const { settings } = Route.useRouteContext();
  const goOn = (email: string) =>
    void router.navigate({ to: '/auth/signup/success', replace: true, state: { email } as never });
  if (environmentLabel(settings.apiBaseUrl) !== 'Sandbox') {
    return (
      <AuthNote title="Try the sandbox" supportHref={supportHref()}>
        Sign-up is only available in the sandbox. Contact support and we’ll help you.
      </AuthNote>
    );
  }
  return <SignUpPage settings={settings} campaign={campaign} onDone={goOn} />;
}
