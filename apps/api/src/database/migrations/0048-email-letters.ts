import type { MigrationStep } from './migration.ts'

/**
 * E-mail addresses are looked up by one rule everywhere: capitals A to Z are the same as small letters, every other letter
 * is itself (`foldEmailAddress` in the contract). The unique index before folds more, so it tells apart all that this one does.
 */
export const emailLetters: readonly MigrationStep[] = [
  { index: 'accounts_email_letters', on: 'accounts (lower(email COLLATE "C"))' },
]
