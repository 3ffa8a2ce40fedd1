/** Why the rows of a table are not deleted because of their age. */
export const reasons = {
  books:
    'Books and payments. The law requires them for at least six years (United Kingdom) to ten years (Germany), and the product never deletes them.',
  audit:
    'The audit log. Each entry of the chain covers the one before, so a removed row could not be distinguished from tampering.',
  users: 'Kept until the person is erased. Who acted must remain known for as long as the audit log.',
  own: 'Kept until a user removes it, or until its user is erased.',
  settings: 'The settings of a merchant or of the platform, as they are now.',
  decisions: 'Requests of merchants with the decisions, so that they can be looked up later.',
  work: 'Kept until the work is done.',
  server: 'State of the server.',
} as const;
export type Reason = keyof typeof reasons;

/**
 * The tables without a rule in retention.ts, and those with rows that no rule deletes, by the reason. A test fails when
 * a table is in neither.
 */
export const keptTables: Record<Reason, readonly string[]> = {
  books: [
    'payments',
    'payment_events',
    'payment_search',
    'payer_search',
    'payments_daily',
    'payments_monthly',
    'payment_intents',
    'payment_notes',
    'payment_reviews',
    'refunds',
    'outbound_payments',
    'beneficiaries',
    'approvals',
    'exchanges',
    'exchange_quotes',
    'fee_changes',
    'bulk_jobs',
    'bulk_items',
    'ledger_accounts',
    'ledger_transfers',
    'ledger_legs',
    'balance_daily',
    'exceptions',
    'exception_corrections',
    'reconciliations',
    'object_directory',
    'simulated_orders',
  ],
  audit: ['activity', 'trail_batches', 'trail_entries'],
  users: ['accounts'],
  own: [
    'merchant_notes',
    'recovery_codes',
    'passkeys',
    'administrator_proposals',
    'shared_views',
    'statement_mails',
    'file_schedules',
    'notice_reads',
    'notice_mails',
  ],
  settings: [
    'merchants',
    'merchant_brands',
    'applications',
    'application_secrets',
    'application_keys',
    'webhook_endpoints',
    'webhook_endpoint_keys',
    'payee_details',
    'institutions',
    'approval_policies',
    'payout_schedules',
  ],
  decisions: ['application_requests'],
  work: ['due_work', 'unopened_accounts', 'trail_waiting', 'unknown_sign_ins'],
  server: [
    'server_secrets',
    'migrations',
    'write_positions',
    'sample_worlds',
    'book_audits',
    'retention_runs',
    'event_counters',
  ],
};
