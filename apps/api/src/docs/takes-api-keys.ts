import { type Access, scopesOf } from '@volume/contract/access.ts';

/** Whether an application's keys open a call in place of a token (contract §11). */
export const takesApiKeys = (access: Access): boolean => scopesOf(access).length > 0;
