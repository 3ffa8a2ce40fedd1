import type { ServerSettings } from '#settings.ts';
import { fault, fine, type Finding, warning } from './finding.ts';

/** What the settings leave open that a start does not refuse. */
export function checkSettings({ app, databaseUrl, trustedProxies, smtpUrl }: ServerSettings): Finding[] {
  const findings: Finding[] = [];
  if (app.isLocal) {
    return [fault('LOCAL is true: that is for one’s own machine. Anything others reach needs LOCAL=false.')];
  }
  if (databaseUrl === undefined) {
    findings.push(fault('DATABASE_URL is missing: the embedded database does not survive a power cut.'));
  }
  if (smtpUrl === undefined) {
    findings.push(fault('SMTP_URL is missing: invitations, password links and codes are not sent.'));
  }
  if (trustedProxies.length === 0) {
    findings.push(
      warning('TRUSTED_PROXIES is none: behind a proxy every caller then has its address, in limits and in the trail.'),
    );
  }
  if (app.provider === 'NONE') {
    findings.push(
      warning('No account provider is connected: this Live environment makes no payment links and moves no money.'),
    );
  }
  return [fine(`The settings can be read; people find the portal at ${app.portalUrl}.`), ...findings];
}
