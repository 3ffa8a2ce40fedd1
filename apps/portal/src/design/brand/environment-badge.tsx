import { badgeClasses, type EnvironmentLook } from './environment-looks.ts';

/** The word for where one is working. */
export function EnvironmentBadge({ environment }: { environment: EnvironmentLook }) {
  return (
    <span className={`rounded-[5px] px-[7px] py-px text-[11px] leading-[1.5] font-medium ${badgeClasses[environment]}`}>
      {environment}
    </span>
  );
}
