import type { PortalSettings } from '@volume/contract/portal/settings.ts';

interface PortalSettingText {
  /** One sentence for docs/settings.md. */
  does: string;
  /** The condition for a value. */
  form: string;
  /** The server's default for a setting that has none in the schema. */
  otherwise?: string;
  /** A secret that the server also reads from a file, named by `…_FILE`. */
  isSecret?: true;
}

const address = 'an http:// or https:// address';
const email = 'an email address';
const flag = 'true or false';

/** Describes the settings for docs/settings.md. Not in the schema's file, because the portal's pages load that one. */
export const portalSettingTexts: Record<keyof PortalSettings, PortalSettingText> = {
  apiBaseUrl: {
    does: 'The portal calls the API at this address, which decides whether its label is Sandbox, Integration or Live.',
    form: address,
    otherwise: '`PUBLIC_URL` followed by `API_BASE_PATH`',
  },
  automationHookUrl: {
    does: 'The portal sends what was typed at a sandbox sign-up to this address.',
    form: address,
    otherwise: 'the address of the API followed by `/automation`',
  },
  signUpEmail: {
    does: 'The portal identifies itself with this email address when it creates a sandbox account.',
    form: email,
    otherwise: '`sign-up@sandbox.example`',
  },
  signUpPassword: {
    does: 'The portal identifies itself with this password when it creates a sandbox account; with an empty one the server creates none.',
    form: 'a text',
    otherwise: 'one for the sandbox with `LOCAL=true`, otherwise empty',
    isSecret: true,
  },
  monitoringClientToken: {
    does: 'The portal sends errors to Datadog with this token; without it there is no monitoring.',
    form: 'a text',
    otherwise: 'empty',
  },
  monitoringApplicationId: {
    does: 'Datadog knows the portal by this id; without it there is no monitoring.',
    form: 'a text',
    otherwise: 'empty',
  },
  analyticsHost: { does: 'The portal sends usage to this PostHog server.', form: address },
  analyticsKey: { does: 'PostHog knows the portal by this key; without it there are no analytics.', form: 'a text' },
  supportEmail: { does: 'Links to support lead to this email address.', form: email },
  isLocal: {
    does: 'The portal of a developer’s machine accepts webhook addresses on this machine, shows the outbox and records no sessions.',
    form: flag,
    otherwise: '`LOCAL`',
  },
  isTestAutomation: {
    does: 'Under test automation the portal neither monitors, polls nor receives changes.',
    form: flag,
  },
};
