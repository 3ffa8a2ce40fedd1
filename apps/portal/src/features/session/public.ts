export { AuthenticatorSecret } from './second-factor/authenticator-secret.tsx';
export { RecoveryCodeList } from './second-factor/recovery-code-list.tsx';
