/**
 * The environment label, derived from the API base address (§1): "sandbox" anywhere in it is checked first, then
 * "integration", ignoring case (contract §9).
 */
export type EnvironmentLabel = 'Sandbox' | 'Integration' | 'Live';

export function environmentLabel(apiBaseUrl: string): EnvironmentLabel {
  const address = apiBaseUrl.toLowerCase();
  if (address.includes('sandbox')) return 'Sandbox';
  return address.includes('integration') ? 'Integration' : 'Live';
}
