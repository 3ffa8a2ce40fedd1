import { type EnvironmentLook, lineClasses } from './environment-looks.ts';

/** The line across the top that no one can miss: amber in Sandbox, violet in Integration, none in Live. */
export function EnvironmentLine({ environment }: { environment: EnvironmentLook }) {
  const colour = lineClasses[environment];
  return colour && <div aria-hidden="true" className={`fixed inset-x-0 top-0 z-20 border-t-3 ${colour}`} />;
}
