/** Every table, grouped by the folder that writes it, with a description of one row. docs/schema.sql has the same order. */
export const rooms: Record<string, Record<string, string>> = {
  'people and sessions': {
    accounts: 'A person who signs in: a user of one merchant, or an administrator of the platform.',
    sessions:
      'An access token that was issued, by its jti. Once it is ended here, the next request with it is refused.',
    one_time_requests: 'A code that is waited for: at sign-in, or when a second factor is set up.',
    sign_in_codes: 'The sign-in code that was last mailed to an account, sealed, until it expires.',
    recovery_codes: 'A code that replaces a lost second factor once.',
    passkeys: 'A passkey of a person: its public key, how often it was used, and its name.',
    administrator_proposals: 'A change of an administrator that waits for a second one: who proposed it, and when.',
    reset_tokens: 'A mailed link to set or reset a password, stored as a hash.',
    known_places:
      'An address from which a person has signed in. Failed sign-ins elsewhere do not lock the account there.',
    unknown_sign_ins: 'Failed sign-ins for accounts that do not exist, by minute and address.',
    moved_money: 'What a person paid out or refunded in the last 24 hours, summed against the step-up limit.',
  },
  merchants: {
    merchants: 'A company that takes payments.',
    fee_changes: 'A merchant’s fee from a UTC day on, after the first one, which `merchants` has.',
    merchant_drafts: 'The typed text of a merchant that an administrator has begun and not created yet.',
    merchant_notes: 'A note of an administrator about a merchant, who never sees it.',
    application_requests: 'A merchant’s request for another application, and how it was decided.',
    unopened_accounts: 'A pay-in account that its provider has not opened yet, as it was entered.',
    merchant_brands:
      'Name, colour and logo of a merchant’s hosted pay page; null where the company’s name, black and initials are used.',
    applications: 'One shop or system of a merchant, with its callbacks, webhooks and institutions.',
    application_secrets: 'The primary or secondary key of an application; its value is a hash.',
    former_keys:
      'The hash of a key that was reset, rotated or revoked, so that the request log can name it; kept for a year.',
    application_keys: 'A further key of an application, with a name, scopes and an expiry; its value is a hash.',
    device_codes: 'A request of a tool for a key, until a user decides about its code; codes are hashes.',
    shared_views: 'A saved view that one user shares with all users of the merchant.',
    payee_details: 'An account that is paid into (pay-in account), plain or virtual, for one currency.',
    institutions: 'A bank that payers can choose; hidden on pay pages while it is switched off.',
    object_directory: 'The merchant of an object, for calls that only name its id.',
  },
  'pay-ins': {
    payments: 'A pay-in: one attempt of one payer, with its status and the refunded amount.',
    payment_events: 'One change of a payment’s status, in order.',
    payment_search: 'The text that finds a payment.',
    payer_search: 'A payer’s own text, stored once for all their payments.',
    payments_daily:
      'Payments added up by day and filter, in slots so that concurrent writes do not wait for each other.',
    payments_monthly: 'The same by month.',
    payment_intents: 'A requested payment: a payment link, or an intent created by the API.',
    payment_notes: 'A note on a payment; its text is null once its author has deleted it.',
    payment_reviews: 'A review of a payment: who made it, and the payment’s state at that time.',
    receipt_mails: 'An email address that receives a payment’s receipt and the confirmations of its refunds.',
  },
  'money out': {
    refunds: 'A refund of a payment.',
    outbound_payments: 'A payout, manual or scheduled.',
    beneficiaries: 'A beneficiary that was added, made the default or disabled here. The provider lists all others.',
    approval_policies:
      'The amounts above which a merchant’s payouts and refunds need a second person, and a looser policy that is not confirmed yet.',
    approvals: 'A payout or refund that needs or needed the approval of a second person.',
    payout_schedules: 'The one schedule of a pay-in account.',
    exchange_quotes: 'A rate that is offered for 30 seconds.',
    exchanges: 'A quote that was booked.',
    idempotency_keys: 'The response to a write that moves money, sent again for the same key.',
  },
  ledger: {
    ledger_accounts: 'One of the accounts that make up a pay-in account’s books, with its balance and its floor.',
    ledger_transfers: 'A movement of money: its legs sum to zero per currency. Append-only.',
    ledger_legs: 'One side of a transfer. Append-only.',
    balance_daily: 'The sums of a pay-in account’s lines of one day, for statements.',
    statement_mails:
      'A user who receives an account’s statement by email after each month, and the newest month that was sent.',
    file_schedules: 'A statement or the pay-ins as a file: daily, weekly or monthly, for whom, and when next.',
    scheduled_files: 'A file that a schedule has made: its days, its format and the number of its rows.',
  },
  'books and providers': {
    exceptions: 'A difference between our books and the report of a provider or a bank.',
    exception_corrections: 'An order or payment that corrects our books to the provider’s report.',
    book_audits: 'A finding of the nightly audit.',
    reconciliations: 'A day of a provider’s statement that was compared with our orders.',
    gateway_messages:
      'A message from the gateway, encrypted; it names its merchant only by the id of a payment or order.',
    simulated_orders:
      'An order at the simulated provider. It stands for the outside world, so no other table refers to it.',
  },
  notices: {
    notices: 'A notification; repeated events are one row with a count.',
    notice_reads: 'The time up to which a person has read a merchant’s notifications.',
    notice_mails: 'A person’s choice of emails, the newest notification that was sent, and when.',
  },
  webhooks: {
    outgoing_events: 'A change that is sent to the merchant’s webhooks, written in the transaction of the change.',
    event_feed: 'An event as a merchant’s server reads it, with its place in the order of its application.',
    event_counters: 'The place of an application’s newest event. Never smaller, also after events were deleted.',
    webhook_endpoints: 'A server of a merchant that receives the types of events that it chose.',
    webhook_endpoint_keys: 'A key that signs for one endpoint; encrypted.',
    webhook_replays: 'Past events that are sent to an endpoint again as tests, and how that ended.',
    webhook_deliveries: 'The delivery of one event to one address.',
    webhook_attempts: 'One request of a delivery and its response.',
    key_requests: 'A call that was made with an application key, without anything secret; kept for 30 days.',
    key_request_days: 'How many such calls an application made on a day, and how many of them were not stored.',
  },
  'activity and audit log': {
    activity: 'An action: who did it, to which object, when and from where.',
    trail_waiting: 'An action that is not in the audit chain yet.',
    trail_batches: 'The actions added to the audit chain in one second; each MAC covers the previous one.',
    trail_entries: 'An action as it was added to the chain: digests of the fields that can be erased.',
  },
  'work and limits': {
    due_work: 'A job with the time when it is due, claimed by one instance at a time.',
    bulk_jobs: 'A bulk job of refunds or resends, prepared or started.',
    bulk_items: 'One row of a bulk job, which is processed once, and its result.',
    suspect_lanes: 'The digest of a webhook address whose last delivery failed. Other addresses are served first.',
    outbox_mail: 'A mail to be sent.',
    throttle_counters: 'The number of one caller’s calls in one time window.',
    server_secrets: 'A key of the server, encrypted under SECRETS_KEY: for signing, webhooks and the audit log.',
  },
  database: {
    migrations: 'A migration that has run.',
    write_positions:
      'The position that a read replica must have reached before a person who changed something reads from it.',
    sample_worlds: 'Sample data that was written.',
    retention_runs: 'How many old records a rule of core/records/retention.ts removed, and the oldest that is left.',
  },
};
