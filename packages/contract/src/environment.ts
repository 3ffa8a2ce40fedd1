/** The label the API base address decides (§1): the sandbox marker first, then integration, anywhere, any case (contract §9). */
export type EnvironmentLabel = 'Sandbox' | 'Integration' | 'Live';

export function environmentLabel(apiBaseUrl: string): EnvironmentLabel {
  const address = apiBaseUrl.toLowerCase();
  if (address.includes('sandbox')) return 'Sandbox';
  return address.includes('integration') ? 'Integration' : 'Live';
}
