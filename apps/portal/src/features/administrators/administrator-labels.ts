import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { fewestAdministrators } from '@volume/contract/administrators/labels.ts';
import { labelOf } from '#design/text/format-text.ts';

export type Proposal = NonNullable<Administrator['proposal']>;

export const accessLabels: Readonly<Record<Administrator['access'], string>> = {
  FULL: 'Full',
  READ_ONLY: 'Read only',
};

const factorLabels: Readonly<Record<Administrator['twoFactor'], string>> = {
  NONE: '–',
  EMAIL: 'Email',
  TOTP: 'Authenticator',
  PASSKEY: 'Passkey',
};

/** The strongest second factor: a passkey is accepted in addition to codes. */
export const factorLabel = ({ twoFactor, hasPasskey }: Administrator): string =>
  hasPasskey ? factorLabels.PASSKEY : labelOf(factorLabels, twoFactor);

/** The name, otherwise the email address. */
export const personName = ({ name, email }: { name: string | null; email: string }): string => name ?? email;

/** Continues the sentence "Ada proposed to …". */
export const proposedText = ({ action }: Proposal): string =>
  action === 'DISABLE' ? 'disable this administrator' : 'reset the second factor';

/** Whether an administrator can sign in and change anything. */
const canChange = ({ access, enabled, invitation }: Administrator): boolean =>
  access === 'FULL' && enabled && invitation === 'ACCEPTED';

export const countFull = (all: readonly Administrator[]): number => all.filter(canChange).length;

const othersThan = (all: readonly Administrator[], one: Administrator): Administrator[] =>
  all.filter((each) => canChange(each) && each.administratorId !== one.administratorId);

/** A second administrator confirms, who is neither the caller nor the administrator concerned. */
function noSecondReason(one: Administrator, all: readonly Administrator[]): string | undefined {
  if (othersThan(all, one).some(({ isOneself }) => !isOneself)) return undefined;
  return 'Nobody else with full access could confirm this';
}

const pendingReason = ({ proposal }: Administrator): string | undefined =>
  proposal ? 'A change is already waiting for confirmation' : undefined;

export function disableDisabledReason(one: Administrator, all: readonly Administrator[]): string | undefined {
  if (one.access === 'READ_ONLY') return undefined;
  if (othersThan(all, one).length < fewestAdministrators) return 'Two administrators keep full access';
  return pendingReason(one) ?? noSecondReason(one, all);
}

export const resetDisabledReason = (one: Administrator, all: readonly Administrator[]): string | undefined =>
  pendingReason(one) ?? noSecondReason(one, all);

export function confirmDisabledReason({ isOneself }: Administrator, { isOwn }: Proposal): string | undefined {
  if (isOneself) return 'This is about you, so other administrators decide';
  return isOwn ? 'You proposed this, so another administrator confirms it' : undefined;
}

export const withdrawDisabledReason = ({ isOneself }: Administrator): string | undefined =>
  isOneself ? 'This is about you, so other administrators decide' : undefined;

/** The sentence below the list. */
export function footText(all: readonly Administrator[]): string {
  if (countFull(all) >= fewestAdministrators) {
    return 'Two administrators keep full access at all times. Removing one needs a second administrator.';
  }
  return 'Only one administrator has full access, so nobody can confirm a change. Invite a second one, or create one on the server with npm run admin -- create-admin.';
}
