import * as z from 'zod/mini';

const httpUrl = z.url({ protocol: /^https?$/ });
const flag = z.prefault(z.boolean(), false);

/** The start-up settings (§1), read from the JSON block `#settings` of index.html. */
export const PortalSettings = z.object({
  apiBaseUrl: httpUrl,
  automationHookUrl: httpUrl,
  signUpEmail: z.email(),
  signUpPassword: z.string(),
  monitoringClientToken: z.string(),
  monitoringApplicationId: z.string(),
  analyticsHost: z.prefault(httpUrl, 'https://eu.i.posthog.com'),
  analyticsKey: z.prefault(z.string(), ''),
  supportEmail: z.prefault(z.email(), 'support@volumepay.io'),
  isLocal: flag,
  isTestAutomation: flag,
});
export type PortalSettings = z.output<typeof PortalSettings>;

export const portalSettingNames = Object.keys(PortalSettings.shape) as (keyof PortalSettings)[];

/** The environment variable of a setting: `apiBaseUrl` → `PORTAL_API_BASE_URL`. */
export function settingVariable(name: string): string {
  return `PORTAL_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
