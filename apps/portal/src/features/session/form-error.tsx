import { CircleAlert } from 'lucide-react';

/** What went wrong with the whole form; announced when it comes. */
export function FormError({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className="m-0 flex gap-2 rounded bg-bad-soft px-3 py-2.5 font-medium text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5" />
      {message}
    </p>
  );
}
