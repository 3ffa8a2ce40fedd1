import { useEffect, useRef, useState } from 'react';
import { ProviderApiError } from '#platform/errors.ts';
import type { CallExtras } from '#platform/provider-api.ts';
import { followOrder, type Order, type ReadOrder } from './follow-order.ts';
import { describeRefusal, type RefusalMessage } from './refusal-message.ts';
import { useWrite, type Write, type WriteExtras } from './use-write.ts';

/** The result that a dialog shows instead of its form: on its way, in review, or refused after an approval. */
type Left = { kind: 'sent' | 'held' } | { kind: 'refused'; refusal: RefusalMessage };

interface OrderTexts {
  /** “Payout of £12.50”. */
  name: string;
  /** The page that shows the order from now on. */
  href: string;
  link: string;
}

export interface OrderState {
  noun: 'payout' | 'refund';
  /** While the order is followed; `offline` when it cannot be. */
  following: 'online' | 'offline' | undefined;
  result: (Left & OrderTexts) | undefined;
  /** Stops following; the order is sent all the same. */
  leave: () => void;
}

interface OrderWriteOptions<Body, Answer> {
  noun: OrderState['noun'];
  /** The account provider, such as MODULR, where it is known. */
  provider: string | null | undefined;
  send: (body: Body, extras: WriteExtras & Pick<CallExtras, 'onTrace'>) => Promise<Answer>;
  /** How the order in an answer is read again; undefined for an answer that is final, or cannot be followed. */
  toRead: (answer: Answer) => ReadOrder | undefined;
  textsOf: (answer: Answer, body: Body) => OrderTexts;
  /** Refetches what the order changes. */
  refetch: () => Promise<unknown>;
  /** Announces the order and closes the dialog. */
  onDone: (answer: Answer, body: Body) => void;
  /** A refusal ends the form where sending it again is not possible. */
  isRefusalFinal?: boolean;
}

/** The longest that a refused order keeps its form waiting for data that shows the money as available again. */
const longestRefetchMs = 1_000;

/**
 * Sends a write that makes an order, and follows the order until it ends, for up to five seconds (contract §8 Orders).
 * A refusal in that time is the refusal of the write.
 */
export function useOrderWrite<Body, Answer>(options: OrderWriteOptions<Body, Answer>): OrderWrite<Body> {
  const [following, setFollowing] = useState<OrderState['following']>();
  const [result, setResult] = useState<OrderState['result']>();
  const leaving = useRef<AbortController>(undefined);
  const traceId = useRef<string>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const follow = async (read: ReadOrder): Promise<Left | undefined> => {
    const { signal } = (leaving.current = new AbortController());
    setFollowing('online');
    const onRead = (isOnline: boolean) => setFollowing(isOnline ? 'online' : 'offline');
    const order = await followOrder({ read, leaving: signal, onRead });
    const refused = order && isRefused(order) ? toRefusal(order, options.provider, traceId.current) : undefined;
    const refetched = options.refetch();
    if (refused) await Promise.race([refetched, new Promise((resolve) => setTimeout(resolve, longestRefetchMs))]);
    setFollowing(undefined);
    if (refused && !options.isRefusalFinal) throw refused;
    if (refused) return { kind: 'refused', refusal: describeRefusal(refused) };
    if (order?.status === 'HELD') return { kind: 'held' };
    return order || signal.aborted ? undefined : { kind: 'sent' };
  };

  const write = useWrite(
    async (body: Body, extras) => {
      const answer = await options.send(body, { ...extras, onTrace: (id) => (traceId.current = id) });
      const read = options.toRead(answer);
      return { answer, left: read && (await follow(read)), isFollowed: read !== undefined };
    },
    ({ answer, left, isFollowed }, body) => {
      if (!isFollowed) void options.refetch();
      if (left) setResult({ ...left, ...options.textsOf(answer, body) });
      else options.onDone(answer, body);
    },
  );
  const leave = () => {
    leaving.current?.abort();
    setResult(undefined);
  };
  const isAskingForProof = write.isAskingForProof && !following;
  return { ...write, isAskingForProof, order: { noun: options.noun, following, result, leave } };
}

export type OrderWrite<Body> = Write<Body> & { order: OrderState };

const isRefused = ({ status }: Order): boolean => ['FAILED', 'CANCELLED', 'RETURNED'].includes(status);

/** The error of an API that submits an order before it answers (contract §1 Errors). */
function toRefusal(
  { status, words }: Order,
  provider: string | null | undefined,
  traceId: string | undefined,
): ProviderApiError {
  const errorMessage =
    words?.trim() || (status === 'FAILED' ? 'No reason was given' : `It was ${status.toLowerCase()}`);
  const source = status === 'FAILED' ? (provider ?? '') : '';
  // The refusal is final for any source: a status below 500 gives another attempt a new key.
  return new ProviderApiError({ statusCode: 500, statusName: status, errorMessage, source, traceId }, 422);
}
