import { Notice } from '#design/feedback/notice.tsx';

/** What went wrong with the whole form; announced when it comes. */
export function FormError({ message }: { message: string | undefined }) {
  return message === undefined ? null : <Notice tone="bad" title={message} />;
}
