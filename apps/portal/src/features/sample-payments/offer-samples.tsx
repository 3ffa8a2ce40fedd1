import { lazy, Suspense } from 'react';
import type { SamplePaymentsProps } from './sample-payments.tsx';

/** Loaded lazily: only the empty screens of a Sandbox have the button. */
const SamplePayments = lazy(() =>
  import('./sample-payments.tsx').then((module) => ({ default: module.SamplePayments })),
);

/** Offers to make sample payments, where this deployment, application and user can. */
export function OfferSamples(props: SamplePaymentsProps) {
  return (
    <Suspense>
      <SamplePayments {...props} />
    </Suspense>
  );
}
