export { PasswordRules } from './passwords/password-rules.tsx';
export { AuthenticatorSecret } from './second-factor/authenticator-secret.tsx';
export { RecoveryCodeList } from './second-factor/recovery-code-list.tsx';
