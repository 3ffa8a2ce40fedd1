import type { SecretKey } from '@volume/contract/secrets.ts';

export const keyWords: Record<SecretKey, string> = { PRIMARY: 'primary key', SECONDARY: 'secondary key' };
export const otherKeyWords: Record<SecretKey, string> = { PRIMARY: keyWords.SECONDARY, SECONDARY: keyWords.PRIMARY };
