export type EnvironmentLook = 'Sandbox' | 'Integration' | 'Live';

/** The line across the top that no one can miss: amber in Sandbox, violet in Integration, none in Live. */
export function EnvironmentLine({ environment }: { environment: EnvironmentLook }) {
  if (environment === 'Live') return null;
  const colour = environment === 'Sandbox' ? 'border-chart-3' : 'border-violet-line';
  return <div aria-hidden="true" className={`fixed inset-x-0 top-0 z-20 border-t-3 ${colour}`} />;
}
