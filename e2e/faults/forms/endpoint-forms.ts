import { webhookEndpoint } from '#e2e/faults/answers/endpoint-answers.ts';
import { type Form, press, steps } from './form.ts';

const address = '/settings/webhooks-callbacks?view=endpoints';
const calls = 'merchants/{}/applications/{}/webhook-endpoints';

export const endpointForms: Form[] = [
  {
    name: 'a webhook endpoint',
    address,
    call: `POST ${calls}`,
    answers: { [`POST ${calls}`]: webhookEndpoint },
    reach: steps(press('Add endpoint…'), async (page) => page.getByRole('checkbox', { name: 'Payment links' }).check()),
    typed: { Name: 'Reports', Address: 'https://reports.example.com/volume' },
    action: 'Add endpoint',
  },
  {
    name: 'a changed webhook endpoint',
    address,
    call: `PUT ${calls}/{}`,
    answers: { [`PUT ${calls}/{}`]: webhookEndpoint },
    reach: press('Change Orders…'),
    typed: { Name: 'Order service' },
    action: 'Save endpoint',
  },
  {
    name: 'the challenge of a webhook endpoint',
    address,
    call: `POST ${calls}/{}/confirm`,
    answers: { [`POST ${calls}/{}/confirm`]: webhookEndpoint },
    reach: press('Enter the challenge of Orders…'),
    typed: { Challenge: 'a1b2c3' },
    action: 'Confirm address',
  },
  {
    name: 'the key of a webhook endpoint',
    address,
    call: `POST ${calls}/{}/rotate`,
    answers: { [`POST ${calls}/{}/rotate`]: webhookEndpoint },
    reach: press('Rotate key Orders…'),
    action: 'Rotate key',
  },
  {
    name: 'a deleted webhook endpoint',
    address,
    call: `DELETE ${calls}/{}`,
    reach: press('Delete Orders…'),
    action: 'Delete endpoint',
    hasNoBody: true,
  },
];
