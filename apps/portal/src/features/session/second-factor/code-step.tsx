import { type ComponentProps, type FormEvent, useState } from 'react';
import { CodeField } from '#design/controls/code-field.tsx';
import { LinkButton } from '#design/controls/link-button.tsx';
import { AuthHeading } from '#features/session/auth-form.tsx';
import { hasExpired, sessionErrorMessage } from '#features/session/session-messages.ts';

interface CodeStep<Answer> {
  send: (code: string) => Promise<Answer>;
  /** Continues with the answer; an error it throws is shown like a failed request. */
  onAnswer: (answer: Answer) => void;
  /** The message for a wrong code. */
  refused: string;
}

/** A code form, sent when the code is complete or on Enter. A second press while it is being sent does nothing. */
export function useCodeStep<Answer>({ send, onAnswer, refused }: CodeStep<Answer>) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [isFinished, setIsFinished] = useState(false);
  const attempt = (entered: string) => {
    if (isBusy) return;
    if (entered.trim() === '') return setProblem('Code is required');
    setIsBusy(true);
    setProblem(undefined);
    send(entered.trim())
      .then(onAnswer)
      .catch((error: unknown) => {
        setIsFinished(hasExpired(error));
        setProblem(sessionErrorMessage(error, refused));
      })
      .finally(() => setIsBusy(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt(code);
  };
  const clear = () => {
    setCode('');
    setProblem(undefined);
  };
  return { code, setCode, problem, isBusy, isFinished, attempt, submit, clear };
}

interface StepFieldProps extends Pick<ComponentProps<typeof CodeField>, 'label' | 'mode'> {
  step: ReturnType<typeof useCodeStep>;
}

export function StepField({ step, ...field }: StepFieldProps) {
  return (
    <CodeField
      {...field}
      name="code"
      value={step.code}
      error={step.problem}
      readOnly={step.isBusy}
      onChange={step.setCode}
      onComplete={step.attempt}
    />
  );
}

/** Shown when a step of the sign-in can no longer be completed. */
export function ExpiredNotice({ title, signInHref }: { title: string; signInHref: string }) {
  return (
    <div className="grid gap-4" role="alert">
      <AuthHeading title={title}>This request has expired or been used. Sign in again to continue.</AuthHeading>
      <LinkButton href={signInHref} variant="primary" size="l">
        Sign in again
      </LinkButton>
    </div>
  );
}
