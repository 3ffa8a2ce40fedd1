import type { Access } from '@volume/contract/access.ts';

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
