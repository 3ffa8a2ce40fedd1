import { Component, type ReactNode, useEffect } from 'react';
import { useLatePart } from '#design/overlay/use-late-part.ts';

const loadPage = () => import('./fatal-page.tsx').then((module) => module.FatalPage);

/** The fatal page, loaded when it is needed; its first words stand meanwhile, and when it cannot be loaded. */
export function LateFatalPage(props: { error: unknown; detail?: string | undefined }) {
  const { part: Page, want } = useLatePart(loadPage);
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(want, []);
  return Page === null ? <h1 className="p-6 text-l">There was an error!</h1> : <Page {...props} />;
}

/** Catches what no route could: the last page before a white one. */
export class FatalBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <LateFatalPage error={this.state.error} />;
  }
}
