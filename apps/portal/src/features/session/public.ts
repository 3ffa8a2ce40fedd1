export { AuthenticatorSecret } from '#features/session/second-factor/two-factor-secrets.tsx';
export { RecoveryCodeList } from '#features/session/second-factor/two-factor-secrets.tsx';
