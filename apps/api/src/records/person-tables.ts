const books = 'The law requires records of payments, with who paid and who was paid, for six to ten years.';
const merchant = 'The contract with the merchant; an administrator of the merchant changes it.';

/** Tables and columns whose texts are kept when a person is erased, and why. */
export const keptWhenErased: Record<string, { columns?: readonly string[]; why: string }> = {
  payments: { why: books },
  payment_search: { why: books },
  payer_search: { why: books },
  payment_events: { why: `${books} This history can only be added to.` },
  outbound_payments: { columns: ['destination', 'reference'], why: books },
  approvals: { columns: ['recipient', 'reference'], why: books },
  beneficiaries: { columns: ['name', 'name_at_bank', 'iban', 'account_number', 'sort_code'], why: books },
  payee_details: { columns: ['account_holder_name', 'account_identification_1', 'payee_address'], why: books },
  simulated_orders: { why: 'Orders at the simulated account provider, which simulates a bank.' },
  gateway_messages: {
    columns: ['sealed'],
    why: 'What the gateway sent, encrypted, with the name and account of a payer. It is deleted after 90 days.',
  },
  device_codes: {
    columns: ['tool_name', 'machine_name', 'from_address'],
    why: 'What a tool says of itself and its machine when it asks for a key. It is deleted a day after its code expired.',
  },
  key_requests: {
    why: "Calls of a merchant's server, with its address and the references that it gives. They are deleted after 30 days.",
  },
  merchants: { columns: ['email', 'company_name'], why: merchant },
  merchant_brands: { why: merchant },
  institutions: { columns: ['name', 'full_name', 'letters', 'countries', 'currencies'], why: 'The name of a bank.' },
  trail_entries: { why: 'The chain of the audit log holds digests under a secret key. Changing them would break it.' },
};

/** Tables whose rows about the person are deleted, by the column that names them. */
export const deletedWhenErased: Record<string, string> = {
  outbox_mail: 'recipient',
  receipt_mails: 'email',
  file_schedules: 'email',
};

/** Tables with rows of one account only, deleted together with its data. */
export const ownedTables: readonly string[] = [
  'sessions',
  'one_time_requests',
  'sign_in_codes',
  'recovery_codes',
  'passkeys',
  'administrator_proposals',
  'reset_tokens',
  'known_places',
  'statement_mails',
  'notice_mails',
  'notice_reads',
  'write_positions',
];

/** Tables without texts that could name a person: codes, hashes, sums and ids. */
export const impersonalTables: readonly string[] = [
  'accounts',
  'balance_daily',
  'book_audits',
  'event_counters',
  'exchange_quotes',
  'exception_corrections',
  'key_request_days',
  'ledger_accounts',
  'ledger_legs',
  'ledger_transfers',
  'migrations',
  'object_directory',
  'outgoing_events',
  'payments_daily',
  'payments_monthly',
  'reconciliations',
  'retention_runs',
  'sample_worlds',
  'server_secrets',
  'suspect_lanes',
  'throttle_counters',
  'trail_batches',
  'trail_waiting',
  'unknown_sign_ins',
];

/** Secrets of an account, which no export contains; `table.column`, or a column of any table. */
export const secretColumns: readonly string[] = [
  'password_hash',
  'totp_secret',
  'totp_last_step',
  'value_hash',
  'token_hash',
  'id_hash',
  'code_hash',
  'place_hash',
  'jti',
  'replaced_by',
  'public_key',
  'credential_id',
  'one_time_requests.secret',
  'sign_in_codes.code',
  'outbox_mail.text',
  'gateway_messages.sealed',
];
