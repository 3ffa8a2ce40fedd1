import { SendLinkForm } from './send-link-form.tsx';

const words = {
  used: {
    title: 'This link has already been used',
    text: 'Each link works once. Enter your email and we’ll send a new one.',
  },
  over: {
    title: 'This link has expired',
    text: 'Enter your email and we’ll send a new one.',
  },
};

/** A link from a mail that opens nothing any more, with the way to a new one at hand. */
export function DeadLink({ kind }: { kind: keyof typeof words }) {
  const { title, text } = words[kind];
  return <SendLinkForm title={title}>{text}</SendLinkForm>;
}
