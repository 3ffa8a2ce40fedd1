/** The wait before the first screen, with an end one can see. `done` runs from 0 to 1. */
export function DemoProgress({ sentence, done }: { sentence: string; done: number }) {
  const percent = Math.round(done * 100);
  return (
    <main id="main" className="grid min-h-dvh place-content-center gap-3 p-6">
      <h1 className="m-0 text-m font-medium">{sentence}</h1>
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
