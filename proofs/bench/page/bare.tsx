import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  paymentId: string;
  paymentStatus: string;
  createdAt: string;
  paymentRequest: { amount: number; currency: string; reference: string | null };
}

type Go = (path: string) => void;

/**
 * A minimal React app that shows ten payments and the detail of one: no router, cache, validation or styles. The
 * baseline of the benchmark.
 */
function BareApp() {
  const [path, go] = usePath();
  if (path === '/payments') return <BareTable go={go} />;
  if (path.startsWith('/payments/')) return <BarePayment path={path} />;
  return (
    <Link to="/payments" go={go}>
      Payments
    </Link>
  );
}

function usePath(): [string, Go] {
  const [path, setPath] = useState(location.pathname);
  const go = (next: string): void => {
    history.pushState(null, '', next);
    setPath(next);
  };
  return [path, go];
}

function Link({ to, go, children }: { to: string; go: Go; children: ReactNode }) {
  const follow = (event: MouseEvent): void => {
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} onClick={follow}>
      {children}
    </a>
  );
}

function useAnswer<Answer>(address: string): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    void fetch(address)
      .then((response) => response.json() as Promise<Answer>)
      .then(setAnswer);
  }, [address]);
  return answer;
}

function BareTable({ go }: { go: Go }) {
  const page = useAnswer<{ content: Row[] }>('/api/payments');
  const [isOpen, setIsOpen] = useState(false);
  const [openRow, setOpenRow] = useState<string>();
  const [isAscending, setIsAscending] = useState(false);
  const [text, setText] = useState('');
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      setOpenRow(undefined);
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);
  const found = page?.content.filter((row) => row.paymentStatus.includes(text)) ?? [];
  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" className="filter" onClick={() => setIsOpen(!isOpen)}>
        Status
      </button>
      {isOpen && <div role="dialog">Completed</div>}
      <table>
        <thead>
          <tr>
            <th aria-sort={isAscending ? 'ascending' : 'descending'}>
              <button type="button" onClick={() => setIsAscending(!isAscending)}>
                Payment
              </button>
            </th>
          </tr>
        </thead>
        <tbody>
          {(isAscending ? found.toReversed() : found).map((row) => (
            <tr key={row.paymentId}>
              <td>
                <Link to={`/payments/${row.paymentId}`} go={go}>
                  {row.paymentRequest.reference ?? row.paymentId}
                </Link>
              </td>
              <td>{row.paymentStatus}</td>
              <td>{row.createdAt}</td>
              <td>{`${row.paymentRequest.amount.toFixed(2)} ${row.paymentRequest.currency}`}</td>
              <td>
                <button type="button" onClick={() => setOpenRow(row.paymentId)}>
                  …
                </button>
                {openRow === row.paymentId && <div role="menu">Copy</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function BarePayment({ path }: { path: string }) {
  const row = useAnswer<Row>(`/api${path}`);
  if (!row) return null;
  return (
    <dl>
      {Object.entries(row.paymentRequest).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<BareApp />);
