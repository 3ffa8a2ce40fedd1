import type { Access } from '@volume/contract/access.ts';
import type { WebhookKind } from '@volume/contract/webhook-words.ts';

/** Who may make a call, as a sentence. */
export function accessInWords(access: Access): string {
  const writers = 'effect' in access && access.effect === 'write' ? ' VOLUME_ADMIN_READ may not.' : '';
  switch (access.kind) {
    case 'public':
      return 'Anyone, without a token.';
    case 'signed-in':
      return `Anyone signed in.${writers}`;
    case 'any-of':
      return `Anyone with ${access.authorities.join(' or ')}, and administrators.${writers}`;
    case 'admin':
      return `Administrators only.${writers}`;
  }
}

/** When an event of each kind is sent (contract §6). */
export const webhookWords: Record<WebhookKind, string> = {
  PAYMENT: 'A payment is COMPLETED, SETTLED or FAILED',
  REFUND: 'A refund changes its status',
  PAYOUT: 'A payout changes its status',
};
