import { Icon } from '#design/icon.tsx';
import Circle from 'lucide/dist/esm/icons/circle.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import { passwordFaults, passwordFaultMessages, passwordLength } from '@volume/contract/session/password-rules.ts';
import * as z from 'zod/mini';

/** Not trimmed: spaces count. */
export const newPassword = z.object({
  password: z.string().check((given) => {
    const message = passwordFault(given.value);
    if (message !== undefined) given.issues.push({ code: 'custom', message, input: given.value });
  }),
});

function passwordFault(password: string): string | undefined {
  if (password === '') return 'Password is required';
  const [fault] = passwordFaults(password);
  return fault && `The password ${passwordFaultMessages[fault]}`;
}

/**
 * The password rules, each ticked as soon as it is met (quality, Security: length and no common ones, nothing else).
 */
export function PasswordRules({ password }: { password: string }) {
  const faults = passwordFaults(password);
  const length = Array.from(password.normalize('NFC')).length;
  const isLongEnough = !faults.includes('TOO_SHORT');
  const missing = passwordLength.least - length;
  return (
    <ul className="m-0 grid list-none gap-1 p-0 text-label" aria-label="Password requirements">
      <Rule holds={isLongEnough}>
        At least {passwordLength.least} characters
        {length > 0 && !isLongEnough && <span className="num text-ink-3">, {missing} more</span>}
      </Rule>
      <Rule holds={isLongEnough && !faults.includes('TOO_COMMON')}>Not easy to guess</Rule>
      {faults.includes('TOO_LONG') && <Rule holds={false}>At most {passwordLength.most} characters</Rule>}
    </ul>
  );
}

function Rule({ holds, children }: { holds: boolean; children: React.ReactNode }) {
  return (
    <li className={`flex items-start gap-1.5 ${holds ? 'text-ok' : 'text-ink-2'}`}>
      <Icon of={holds ? CircleCheck : Circle} className="mt-px" />
      <span>
        {children}
        <span className="sr-only">{holds ? ': done' : ': still missing'}</span>
      </span>
    </li>
  );
}
