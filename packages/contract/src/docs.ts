import type { CallDocs, DocsOfCall } from './call-docs.ts';
import { administratorsDocs } from './administrators/administrators.docs.ts';
import { apiKeysDocs } from './api-keys/api-keys.docs.ts';
import { approvalsDocs } from './approvals/approvals.docs.ts';
import { balancesDocs } from './balances/balances.docs.ts';
import { bulkDocs } from './bulk/bulk.docs.ts';
import { changesDocs } from './changes.docs.ts';
import { explainDocs } from './explain/explain.docs.ts';
import { exceptionsDocs } from './exceptions/exceptions.docs.ts';
import { failedJobsDocs } from './failed-jobs/failed-jobs.docs.ts';
import { institutionsDocs } from './institutions/institutions.docs.ts';
import { merchantsDocs } from './merchants/merchants.docs.ts';
import { notificationsDocs } from './notifications/notifications.docs.ts';
import { payInsDocs } from './pay-ins/pay-ins.docs.ts';
import { paymentLinksDocs } from './payment-links/payment-links.docs.ts';
import { payoutsDocs } from './payouts/payouts.docs.ts';
import { personalDataDocs } from './personal-data/personal-data.docs.ts';
import { savedViewsDocs } from './saved-views/saved-views.docs.ts';
import { scheduledFilesDocs } from './scheduled-files/scheduled-files.docs.ts';
import { sessionDocs } from './session/session.docs.ts';
import { usersDocs } from './users/users.docs.ts';
import { webhooksDocs } from './webhooks/webhooks.docs.ts';

const docs: CallDocs = {
  ...administratorsDocs,
  ...apiKeysDocs,
  ...approvalsDocs,
  ...balancesDocs,
  ...bulkDocs,
  ...changesDocs,
  ...exceptionsDocs,
  ...explainDocs,
  ...failedJobsDocs,
  ...institutionsDocs,
  ...merchantsDocs,
  ...notificationsDocs,
  ...payInsDocs,
  ...paymentLinksDocs,
  ...payoutsDocs,
  ...personalDataDocs,
  ...savedViewsDocs,
  ...scheduledFilesDocs,
  ...sessionDocs,
  ...usersDocs,
  ...webhooksDocs,
};

/** The reference's text about a call beyond its facts; empty for a call without any. */
export const docsOf = ({ name }: { name: string }): DocsOfCall => (docs as Record<string, DocsOfCall>)[name] ?? {};
