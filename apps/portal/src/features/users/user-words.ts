import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import type { Tone } from '#design/feedback/tag.tsx';
import { rolesInWords } from './role-words.ts';

/** How a user is called: by name, else by email address. */
export const userName = ({ name, email }: MerchantAccount): string => name?.trim() || email;

/** What tells users apart in a list; a deployment may not tell ids. */
export const keyOf = ({ userId, email }: MerchantAccount): string => userId || email;

export interface UserState {
  word: string;
  tone: Tone;
  hollow: boolean;
}

/** Whether somebody can sign in: an invitation that waits is on its way there. */
export function stateOf({ enabled, invitation }: MerchantAccount): UserState {
  if (!enabled) return { word: 'Disabled', tone: 'calm', hollow: false };
  if (invitation === 'PENDING') return { word: 'Invited', tone: 'move', hollow: true };
  return { word: 'Enabled', tone: 'ok', hollow: false };
}

/** Users in whose name, address, roles, phone or state every typed word stands. */
export function findUsers(users: readonly MerchantAccount[], text: string | undefined): MerchantAccount[] {
  const words = (text ?? '').toLowerCase().split(/\s+/);
  return users.filter((user) => {
    const { name, email, phone, roles } = user;
    const said = [name, email, phone, rolesInWords(roles), stateOf(user).word].join(' ').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
