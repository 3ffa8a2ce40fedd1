import { type Gateway, signCall } from '#providers/gateway/call-gateway.ts';
import type { GatewayState, WaitingMessage } from './gateway-state.ts';

interface Surroundings extends Pick<Gateway, 'clock' | 'keyId' | 'sign'> {
  state: GatewayState;
  /** The public address of the portal. */
  portal: string;
  post: (request: Request) => Promise<Response>;
}

export interface Messenger {
  /** Sends messages that are due, each only once at a time; returns how many got a final answer. */
  sendDue: () => Promise<number>;
}

const firstWait = 1_000;
const longestWait = 5 * 60_000;
const timeout = 10_000;

/** The message was stored, or refused in a way that sending it again would not change. */
const final = new Set([200, 400, 409, 413]);

/** Sends messages to the portal; repeats each until it gets a final answer. */
export function createMessenger({ state, portal, post, clock, ...signer }: Surroundings): Messenger {
  const url = new URL(`${portal.replace(/\/$/, '')}/gateway/v1/messages`);
  const failures = new Map<string, { times: number; againAt: number }>();
  const underWay = new Set<string>();
  const isDue = ({ message: { messageId }, at }: WaitingMessage) =>
    !underWay.has(messageId) && (failures.get(messageId)?.againAt ?? at) <= clock.now().getTime();
  const send = async ({ message }: WaitingMessage): Promise<boolean> => {
    const body = JSON.stringify(message);
    const headers = await signCall({ ...signer, clock }, { url, body, idempotencyKey: undefined });
    const request = new Request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeout) });
    const response = await post(request).catch(() => null);
    await response?.body?.cancel();
    if (response && final.has(response.status)) {
      failures.delete(message.messageId);
      return true;
    }
    const times = (failures.get(message.messageId)?.times ?? 0) + 1;
    const againAt = clock.now().getTime() + Math.min(firstWait * 2 ** (times - 1), longestWait);
    failures.set(message.messageId, { times, againAt });
    return false;
  };
  return {
    sendDue: async () => {
      const due = state.waitingMessages().filter(isDue);
      const taken = due.map(async (each) => {
        const { messageId } = each.message;
        underWay.add(messageId);
        const isTaken = await send(each);
        if (isTaken) state.sent(messageId);
        underWay.delete(messageId);
        return isTaken;
      });
      return (await Promise.all(taken)).filter(Boolean).length;
    },
  };
}
