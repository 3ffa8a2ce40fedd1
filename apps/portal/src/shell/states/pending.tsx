import { Spinner } from '#design/feedback/spinner.tsx';

/** The default pending view: the spinner of 150 px (§2), with a sentence where a screen has one. */
export function Pending({ sentence }: { sentence?: string }) {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner size={150} sentence={sentence} />
    </div>
  );
}
