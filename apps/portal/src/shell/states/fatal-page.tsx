import { Component, type ReactNode, useEffect } from 'react';
import { BrandName } from '#design/brand/brand.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { log } from '#platform/log.ts';
import { mailHref } from '#platform/settings.ts';
import background from './fatal-background.svg';

/** The full-screen error page (§2); `detail` names an invalid setting that prevented the start. */
export function FatalPage({ error, detail }: { error?: unknown; detail?: string | undefined }) {
  useEffect(() => {
    const applicationId = new URLSearchParams(window.location.search).get('applicationId');
    if (error) log.error('Fatal error', { error, applicationId });
    // Without an error: the user opened this address directly.
    else log.warn('Unknown error');
  }, [error]);
  return (
    <main id="main" className="relative grid min-h-dvh place-content-center p-6">
      <img src={background} alt="" className="absolute inset-0 size-full object-cover" />
      <div className="relative grid w-full max-w-[420px] justify-items-start gap-3 rounded-large bg-paper p-8">
        <BrandName />
        <h1 className="m-0 mt-2 text-l font-strong tracking-[-.015em]">There was an error!</h1>
        <p className="m-0 text-ink-2">Something went wrong with the Volume Merchant Portal</p>
        <p className="m-0 text-ink-2">Please try again or contact support.</p>
        {detail !== undefined && <p className="mono m-0 text-bad">{detail}</p>}
        <LinkButton href={mailHref('Fatal Error')} variant="primary" className="mt-2">
          Email Support
        </LinkButton>
      </div>
    </main>
  );
}

/** Catches errors that no route handled. */
export class FatalBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <FatalPage error={this.state.error} />;
  }
}
