import type { Currency } from '@volume/contract/money/money.ts';
import type { Message } from '#providers/gateway/messages.ts';
import type { PayInDecision, PayInOrder, ProviderOrder } from '#providers/port.ts';
import type { AcceptedOrder, DatedUpdate, OrderStore } from '#providers/simulated/orders.ts';

/** A message that the portal has not answered yet; `at` is when it is first sent, in milliseconds. */
export interface WaitingMessage {
  message: Message;
  at: number;
}

/** An event at the gateway. Its state is computed from its events, so it only has to keep a file of them. */
export type GatewayEvent =
  | { type: 'LOST'; orderId: string }
  | { type: 'ACCEPTED'; order: ProviderOrder; course: AcceptedOrder['course']; at: string; messages: WaitingMessage[] }
  | { type: 'STARTED'; payIn: PayInOrder }
  | { type: 'DECIDED'; paymentId: string; isApproved: boolean; messages: WaitingMessage[] }
  | { type: 'ANSWERED'; key: string; answer: object }
  | { type: 'SENT'; messageId: string };

interface StartedPayIn {
  payIn: PayInOrder;
  /** Null until the payer decides. */
  isApproved: boolean | null;
}

export interface GatewayState {
  orders: OrderStore;
  startPayIn: (payIn: PayInOrder) => void;
  findPayIn: (paymentId: string) => StartedPayIn | undefined;
  /** Stores the payer's first decision and its message; a second one changes nothing. */
  decide: (paymentId: string, decision: PayInDecision, at: Date) => void;
  /** The stored response for an idempotency key. */
  findAnswer: (key: string) => object | undefined;
  keepAnswer: (key: string, answer: object) => void;
  waitingMessages: () => WaitingMessage[];
  sent: (messageId: string) => void;
}

interface Surroundings {
  newId: () => string;
  /** The events so far. */
  events?: Iterable<GatewayEvent>;
  /** Stores an event durably, before it is sent or shown. */
  keep?: (event: GatewayEvent) => void;
}

/** The orders, payments, answers and messages of the simulated gateway. */
export function createGatewayState({ newId, events = [], keep }: Surroundings): GatewayState {
  const facts = applyAll(events);
  const { payIns, answers, waiting } = facts;
  const record = (event: GatewayEvent): void => {
    keep?.(event);
    apply(facts, event);
  };
  return {
    orders: storeOrders(facts, record, newId),
    startPayIn: (payIn) => {
      if (!payIns.has(payIn.paymentId)) record({ type: 'STARTED', payIn });
    },
    findPayIn: (paymentId) => payIns.get(paymentId),
    decide: (paymentId, decision, at) => {
      if (payIns.get(paymentId)?.isApproved !== null) return;
      const messages = [{ message: decisionMessage(newId(), paymentId, decision), at: at.getTime() }];
      record({ type: 'DECIDED', paymentId, isApproved: decision.isApproved, messages });
    },
    findAnswer: (key) => answers.get(key),
    keepAnswer: (key, answer) => record({ type: 'ANSWERED', key, answer }),
    waitingMessages: () => [...waiting.values()],
    sent: (messageId) => record({ type: 'SENT', messageId }),
  };
}

interface Facts {
  lost: Set<string>;
  orders: Map<string, AcceptedOrder>;
  payIns: Map<string, StartedPayIn>;
  answers: Map<string, object>;
  waiting: Map<string, WaitingMessage>;
}

function applyAll(events: Iterable<GatewayEvent>): Facts {
  const facts: Facts = {
    lost: new Set(),
    orders: new Map(),
    payIns: new Map(),
    answers: new Map(),
    waiting: new Map(),
  };
  for (const event of events) apply(facts, event);
  return facts;
}

function apply({ lost, orders, payIns, answers, waiting }: Facts, event: GatewayEvent): void {
  if ('messages' in event) for (const each of event.messages) waiting.set(each.message.messageId, each);
  switch (event.type) {
    case 'LOST':
      return void lost.add(event.orderId);
    case 'ACCEPTED':
      return void orders.set(event.order.orderId, { ...event, at: new Date(event.at) });
    case 'STARTED':
      return void payIns.set(event.payIn.paymentId, { payIn: event.payIn, isApproved: null });
    case 'DECIDED': {
      const found = payIns.get(event.paymentId);
      if (found) found.isApproved = event.isApproved;
      return;
    }
    case 'ANSWERED':
      return void answers.set(event.key, event.answer);
    case 'SENT':
      return void waiting.delete(event.messageId);
  }
}

function storeOrders({ lost, orders }: Facts, record: (event: GatewayEvent) => void, newId: () => string): OrderStore {
  return {
    noteLost: async (orderId) => {
      const isNew = !lost.has(orderId);
      if (isNew) record({ type: 'LOST', orderId });
      return isNew;
    },
    accept: async ({ order, course, at }, updates) => {
      if (orders.has(order.orderId)) return;
      const messages = updates.map((update) => orderMessage(newId(), order, update));
      record({ type: 'ACCEPTED', order, course, at: at.toISOString(), messages });
    },
    find: async (orderId) => orders.get(orderId),
    findOfDay: async (provider, day) =>
      [...orders.values()].filter(({ order, at }) => order.provider === provider && at.toISOString().startsWith(day)),
  };
}

function orderMessage(
  messageId: string,
  { orderId, kind }: ProviderOrder,
  { at, status, description, known = {} }: DatedUpdate,
): WaitingMessage {
  const { currency, ...rest } = known;
  const about = { ...rest, currency: currency as Currency };
  return {
    at: at.getTime(),
    message: { messageId, type: 'order-changed', orderId, kind, status, description, ...about },
  };
}

const decisionMessage = (messageId: string, paymentId: string, decision: PayInDecision): Message =>
  decision.isApproved
    ? { messageId, type: 'pay-in-approved', paymentId, payer: decision.payer }
    : { messageId, type: 'pay-in-declined', paymentId };
