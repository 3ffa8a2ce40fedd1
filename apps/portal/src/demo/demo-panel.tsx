import { sampleSignIns } from '@volume/api/src/sample-data/catalogue/sample-sign-ins.ts';
import { LogoMark } from '#design/brand/brand.tsx';
import { useState } from 'react';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { titleCase } from '#design/text/format-text.ts';
import { type DemoChoice, failingCalls, type Failure, failures, keepChoice, readChoice } from './demo-choice.ts';

const people = [
  ...sampleSignIns
    .filter(({ totpSecret, situation }) => totpSecret === undefined && !/code|refused/.test(situation))
    .map(({ email, role }) => ({ value: email, label: `${titleCase(role)}, ${email}` })),
  { value: '', label: 'Signed out' },
];
const delays = [0, 1, 3, 10].map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? 'Immediately' : `After ${seconds} s`,
}));
const calls = [
  { value: '', label: 'Every call' },
  ...failingCalls.map(({ name, method, path }) => ({ value: name, label: `${method} ${path}` })),
];
const ways = Object.entries(failures).map(([value, label]) => ({ value: value as Failure, label }));

export function DemoPanel() {
  const [isOpen, setIsOpen] = useState(false);
  const [choice, setChoice] = useState(readChoice);
  const change = (part: Partial<DemoChoice>): void => {
    const next = { ...choice, ...part };
    keepChoice(next);
    setChoice(next);
  };
  return (
    <>
      {/* Room below the page, so that its last rows can be scrolled above the button. */}
      <div className="h-16 print:hidden" />
      <aside
        aria-label="Demo"
        className="fixed inset-x-0 bottom-3 z-50 mx-auto grid w-fit justify-items-center gap-2 print:hidden"
      >
        {isOpen && (
          <div
            id="demo-panel"
            className="grid max-h-[80dvh] w-[min(340px,calc(100vw-24px))] gap-3 overflow-auto rounded-large border border-line bg-surface p-4 shadow-float"
          >
            <Choice
              label="Signed in as"
              options={people}
              value={choice.person}
              onChange={(person) => startAs(change, person)}
            />
            <Choice
              label="The API answers"
              options={delays}
              value={String(choice.delaySeconds)}
              onChange={(seconds) => change({ delaySeconds: Number(seconds) })}
            />
            <Choice label="The call" options={calls} value={choice.call} onChange={(call) => change({ call })} />
            <Choice
              label="Its answer"
              options={ways}
              value={choice.failure}
              onChange={(failure) => change({ failure })}
            />
            <p className="m-0 text-label text-ink-3">Everything happens in this browser. A reload starts afresh.</p>
            <Button onClick={() => window.location.assign('/')}>Start afresh</Button>
          </div>
        )}
        <Button aria-expanded={isOpen} aria-controls="demo-panel" onClick={() => setIsOpen(!isOpen)}>
          {choice.failure === 'none' && choice.delaySeconds === 0 ? 'Demo' : 'Demo, disturbed'}
        </Button>
      </aside>
    </>
  );
}

/** Another user starts on their start page. */
function startAs(change: (part: Partial<DemoChoice>) => void, person: string): void {
  change({ person });
  window.location.assign('/');
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  return (
    <div className="min-w-0 [&_select]:w-full">
      <SelectField {...props} size="l" />
    </div>
  );
}

/** The progress of the demo's start; `done` runs from 0 to 1. */
export function DemoProgress({ sentence, done }: { sentence: string; done: number }) {
  const percent = Math.round(done * 100);
  return (
    <main id="main" className="grid min-h-dvh place-content-center gap-3 p-6">
      <LogoMark size={32} />
      <h1 className="m-0 text-m font-medium">{sentence}</h1>
      <p className="m-0 max-w-80 text-ink-3">
        The whole portal with its sample data is being set up in this browser. It takes a few seconds, once.
      </p>
      <div
        role="progressbar"
        aria-label={sentence}
        aria-valuenow={percent}
        className="h-1 w-[min(320px,80vw)] overflow-hidden rounded bg-line"
      >
        <div className="h-full bg-ink" style={{ width: `${percent}%` }} />
      </div>
    </main>
  );
}
