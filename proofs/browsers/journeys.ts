import type { Person } from './person.ts';

interface SignIn {
  email: string;
  password: string;
}

/** The most frequent tasks, identified by the texts on the screens; each continues where the previous one ended. */
export const journeys: Record<string, (person: Person, by: SignIn) => Promise<void>> = {
  'a wrong password is told, the right one signs in': async (person, { email, password }) => {
    await person.open('/auth/signin');
    await person.type('Email', email);
    await person.type('Password', 'not this one');
    await person.press('Sign in');
    await person.see('The email address or password is incorrect.');
    await person.open('/auth/signin');
    await person.type('Email', email);
    await person.type('Password', password);
    await person.press('Sign in');
    await person.see('Latest pay-ins');
  },
  'the list is filtered, a payment opened, and its receipt': async (person) => {
    await person.press('Pay-ins');
    await person.isAt('/payments/payin');
    await person.press('Filter');
    await person.press('Currency');
    await person.press('GBP');
    await person.isAt('currencies=GBP');
    await person.open('/payments/payin?paymentStatuses=SETTLED');
    await person.pressFirst('a.row-link');
    await person.see('What happened');
    await person.press('Receipt');
    await person.see('It is not a VAT invoice');
  },
  'a payment link is made, and paid at the bank': async (person) => {
    await person.open('/pay-by-link');
    await person.press('Create link');
    await person.type('Amount', '9.30');
    await person.type('Description', 'A first kite');
    await person.press('Create link for £9.30');
    await person.see('Payment link of £9.30');
    await person.open(await person.read(String.raw`https?://\S+/pay/[0-9a-f-]{36}`));
    await person.pressFirst('li button');
    await person.see('Simulated bank');
    await person.press('Approve payment');
    await person.see('Payment approved');
  },
  'the payment is in the list, and its statement beside the balances': async (person) => {
    await person.open('/payments/payin');
    await person.see('£9.30');
    await person.press('Balances');
    await person.press('Statement');
    await person.isAt('/balances/statement/');
    await person.see('Closing balance');
  },
  'a payment is refunded in part': async (person) => {
    await person.open(
      '/payments/payin?paymentStatuses=SETTLED&refundedFilter=NOT_REFUNDED&heldFilter=NOT_HELD&currencies=GBP',
    );
    await person.pressFirst('a.row-link');
    await person.see('What happened');
    await person.press('Refund…');
    await person.type('Amount', '1.00');
    await person.press('Refund £1.00');
    await person.press('Close');
    await person.see('Refund of £1.00 started');
  },
  'money is paid out, to an account named before it leaves, and is in the list': async (person) => {
    await person.press('Balances');
    await person.press('Pay out…');
    await person.type('Amount', '1.00');
    await person.see('Balance afterwards');
    await person.press('Pay out £1.00');
    await person.press('Close');
    await person.see('Payout of £1.00 is on its way');
    await person.press('Payouts');
    await person.see('£1.00');
  },
  'who signs out is led to sign-in, and stays there': async (person) => {
    await person.press('You: ');
    await person.press('Sign out');
    await person.isAt('/auth/signin');
    await person.open('/payments/payin');
    await person.isAt('/auth/signin?afterSignInUrl=');
  },
};
