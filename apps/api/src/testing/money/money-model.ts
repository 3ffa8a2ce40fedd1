/** The ledger rules of the contract (§4, §7) in a few lines of pure code, to compare the real ledger with. */
export type Status = 'IN_PROGRESS' | 'HELD' | 'PROCESSED' | 'FAILED' | 'CANCELLED' | 'RETURNED';
export interface Order {
  kind: 'REFUND' | 'PAYOUT';
  amount: number;
  status: Status;
  payment: number | null;
}
export interface Model {
  payments: readonly number[];
  orders: readonly Order[];
}

export const emptyModel: Model = { payments: [], orders: [] };

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const isActive = ({ status }: Order): boolean => status === 'IN_PROGRESS' || status === 'HELD';
const amounts = (orders: readonly Order[]): number => sum(orders.map(({ amount }) => amount));

/** The expected balances, derived from the pay-ins and the orders' statuses. */
export function booksOf({ payments, orders }: Model) {
  const pendingOut = amounts(orders.filter(isActive));
  const gone = amounts(orders.filter(({ status }) => status === 'PROCESSED'));
  const taken = sum(payments);
  return { AVAILABLE: taken - pendingOut - gone, PENDING_OUT: pendingOut, SETTLEMENT: gone - taken, HELD: 0 };
}

export function payIn(model: Model, amount: number): Model {
  return { ...model, payments: [...model.payments, amount] };
}

export function refund(model: Model, payment: number, amount: number): { status: number; model: Model } {
  const own = model.orders.filter((order) => order.payment === payment);
  const remaining = (model.payments[payment] ?? 0) - amounts(own.filter(({ status }) => status === 'PROCESSED'));
  if (own.some(isActive) || remaining === 0) return { status: 409, model };
  if (amount > remaining || amount > booksOf(model).AVAILABLE) return { status: 422, model };
  return { status: 201, model: withOrder(model, { kind: 'REFUND', amount, status: 'IN_PROGRESS', payment }) };
}

export function payOut(model: Model, amount: number): { status: number; model: Model } {
  if (amount > booksOf(model).AVAILABLE) return { status: 422, model };
  return { status: 200, model: withOrder(model, { kind: 'PAYOUT', amount, status: 'IN_PROGRESS', payment: null }) };
}

function withOrder(model: Model, order: Order): Model {
  return { ...model, orders: [...model.orders, order] };
}

/** An order's status after a provider update, which can be true or wrong. */
export function hear(model: Model, index: number, news: Status): Model {
  const orders = model.orders.map((order, at) => (at === index ? { ...order, status: after(order, news) } : order));
  return { ...model, orders };
}

function after(order: Order, news: Status): Status {
  if (order.status === 'PROCESSED') return news === 'RETURNED' ? 'RETURNED' : 'PROCESSED';
  if (!isActive(order) || news === 'IN_PROGRESS') return order.status;
  return news;
}
