import { SendLinkForm } from './send-link-form.tsx';

const words = {
  used: {
    title: 'This link was used already',
    text: 'Each link works once. If it was not you who used it, or you need another, we send a new one.',
  },
  over: {
    title: 'This link is over',
    text: 'Links end after a while, and when a newer one is used. We send a new one, also when you were invited.',
  },
};

/** A link from a mail that opens nothing any more, with the way to a new one at hand. */
export function DeadLink({ kind }: { kind: keyof typeof words }) {
  const { title, text } = words[kind];
  return <SendLinkForm title={title}>{text}</SendLinkForm>;
}
