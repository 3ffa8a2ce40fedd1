import { Component, type ReactNode } from 'react';
import { FatalPage } from './fatal-page.tsx';

/** Catches what no route could: the last page before a white one. */
export class FatalBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Unknown error') };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <FatalPage error={this.state.error} />;
  }
}
