import { type FormEvent, useState } from 'react';
import { isOver, sessionWords } from '#features/session/session-words.ts';

interface CodeStep<Answer> {
  send: (code: string) => Promise<Answer>;
  /** Takes the answer further; what it throws is shown like a failed sending. */
  onAnswer: (answer: Answer) => void;
  /** What a wrong code says. */
  refused: string;
}

/** One code, sent when it is complete or on Enter; a second press while it is on its way sends nothing. */
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
        setIsFinished(isOver(error));
        setProblem(sessionWords(error, refused));
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
