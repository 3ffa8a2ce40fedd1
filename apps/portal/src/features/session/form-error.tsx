import { CircleAlert } from 'lucide-react';

interface FormErrorProps {
  message: string | undefined;
  /** It was sent again: the words go and their room stays, so that a second press meets the same button. */
  isOver?: boolean;
}

/** What went wrong with the whole form; announced when it comes. */
export function FormError({ message, isOver = false }: FormErrorProps) {
  if (message === undefined) return null;
  return (
    <p
      role="alert"
      className={`m-0 flex gap-2 rounded bg-bad-soft px-3 py-2.5 font-medium text-bad ${isOver ? 'invisible' : ''}`}
    >
      <CircleAlert aria-hidden="true" className="mt-0.5" />
      {message}
    </p>
  );
}
