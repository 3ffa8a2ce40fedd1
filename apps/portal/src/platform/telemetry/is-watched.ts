import type { PortalSettings } from '@volume/contract/portal/settings.ts';

/** Monitoring and analytics are off without their tokens, on localhost and under test automation (§1, §9). */
export function isMonitored(settings: PortalSettings, hostname: string): boolean {
  return settings.monitoringClientToken !== '' && settings.monitoringApplicationId !== '' && isOn(settings, hostname);
}
export function isAnalysed(settings: PortalSettings, hostname: string): boolean {
  return settings.analyticsKey !== '' && isOn(settings, hostname);
}

const isOn = ({ isTestAutomation }: PortalSettings, hostname: string): boolean =>
  !isTestAutomation && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
