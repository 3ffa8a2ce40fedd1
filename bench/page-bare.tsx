import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  paymentId: string;
  paymentStatus: string;
  createdAt: string;
  paymentRequest: { amount: number; currency: string; reference: string | null };
}

/** The least a React page can do to show ten payments: no router, no cache, no validation, no styles. The limit of the bench. */
function BareTable() {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    void fetch('/rows')
      .then((answer) => answer.json() as Promise<{ content: Row[] }>)
      .then((page) => setRows(page.content));
  }, []);
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.paymentId}>
            <td>
              <a href={`/payments/${row.paymentId}`}>{row.paymentRequest.reference ?? row.paymentId}</a>
            </td>
            <td>{row.paymentStatus}</td>
            <td>{row.createdAt}</td>
            <td>{`${row.paymentRequest.amount.toFixed(2)} ${row.paymentRequest.currency}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<BareTable />);
