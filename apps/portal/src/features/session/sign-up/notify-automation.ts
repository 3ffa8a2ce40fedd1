import type { SignUpFields } from '@volume/contract/sign-up.ts';
import { log } from '#platform/log.ts';

export interface Campaign {
  utm_source?: string | undefined;
  utm_medium?: string | undefined;
  utm_campaign?: string | undefined;
}

/** Tells the automation hook, once, what was typed and where the person came from; nobody waits for it (§1, §9 Build). */
export function notifyAutomation(hookUrl: string, fields: SignUpFields, campaign: Campaign): void {
  // Plain text needs no preflight, which such hooks do not answer; `keepalive` outlives the page.
  const request = {
    method: 'POST',
    body: JSON.stringify({ ...fields, ...campaign }),
    credentials: 'omit',
    keepalive: true,
  } as const;
  fetch(hookUrl, request).then(
    (answer) => {
      if (!answer.ok) log.warn(`The automation hook answered ${answer.status}`);
    },
    (error: unknown) => log.warn('The automation hook could not be called', error),
  );
}
