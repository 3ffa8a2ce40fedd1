import type { EnvironmentLook } from './environment-line.tsx';

const looks: Record<EnvironmentLook, string> = {
  Sandbox: 'bg-held-soft text-held',
  Integration: 'bg-violet-soft text-violet',
  Live: 'bg-calm-soft text-calm',
};

/** The word for where one is working. */
export function EnvironmentBadge({ environment }: { environment: EnvironmentLook }) {
  return (
    <span className={`rounded-[5px] px-[7px] py-px text-[11px] leading-[1.5] font-medium ${looks[environment]}`}>
      {environment}
    </span>
  );
}
