import type { Access, ApiKeyScope } from '@volume/contract/access.ts';

/** The scope with which an application's keys open a call in place of a token; null when they do not (contract §11). */
export const scopeOf = (access: Access): ApiKeyScope | null => ('apiKeys' in access && access.apiKeys) || null;

export const takesApiKeys = (access: Access): boolean => scopeOf(access) !== null;
