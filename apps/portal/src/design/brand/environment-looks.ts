export type EnvironmentLook = 'Sandbox' | 'Integration' | 'Live';

export const badgeClasses: Record<EnvironmentLook, string> = {
  Sandbox: 'bg-held-soft text-held',
  Integration: 'bg-violet-soft text-violet',
  Live: 'bg-calm-soft text-calm',
};

/** The colour of the line across the top; none in Live. */
export const lineClasses: Record<EnvironmentLook, string | null> = {
  Sandbox: 'border-chart-3',
  Integration: 'border-violet-line',
  Live: null,
};
