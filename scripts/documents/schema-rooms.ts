/** Every table under the room that writes it, with what one row is. The order is the order of docs/schema.sql. */
export const rooms: Record<string, Record<string, string>> = {
  'people and sessions': {
    accounts: 'A person who signs in: a user of one merchant, or an administrator of the platform.',
    sessions: 'A token that was issued, by its jti: ended here, it is refused on the next request.',
    one_time_requests: 'A second step that waits for its code: at sign-in, or when a factor is set up.',
    recovery_codes: 'One of the codes that open an account when the second factor is not at hand.',
    passkeys: 'A passkey of a person: its public key, how often it was used, and its name.',
    reset_tokens: 'A mailed link to set or reset a password, stored as a hash.',
    known_places: 'Where a person has signed in before: failures elsewhere do not lock them out there.',
    unknown_sign_ins: 'Failed sign-ins for accounts that do not exist, by minute and address.',
    moved_money: 'What a person paid out or refunded in the last 24 hours, summed against the step-up limit.',
  },
  merchants: {
    merchants: 'A company that takes payments.',
    merchant_brands:
      'How a merchant meets its shoppers: name, colour and mark of the hosted pay page, null where its company’s name, ink and letters stand.',
    applications: 'One of its shops or systems, with callbacks, webhooks and institutions.',
    application_secrets: 'The primary or secondary key of an application; its value is a hash.',
    payee_details: 'An account that is paid into (pay-in account), plain or virtual, for one currency.',
    institutions: 'A bank that payers may choose.',
    object_directory: 'Whose an object is, for calls that name it by its id alone.',
  },
  'pay-ins': {
    payments: 'A pay-in: one attempt of one payer, with its status and what was refunded of it.',
    payment_events: 'One step of a payment’s story, in order.',
    payment_search: 'The text that finds a payment.',
    payer_search: 'A payer’s own text, stored once for all their payments.',
    payments_daily:
      'Roll-up of payments by day and what the filters ask for, in slots that do not wait for each other.',
    payments_monthly: 'The same by month.',
    payment_intents: 'A payment that was asked for: a payment link, or an intent made by the API.',
    payment_notes: 'What somebody wrote on a payment; its text is null once its author deleted it.',
    payment_reviews: 'That somebody has looked into a payment, and the state it was in then.',
    receipt_mails: 'An email address that a payment’s receipt was asked for, and its refunds are confirmed to.',
  },
  'money out': {
    refunds: 'Money given back for a payment.',
    outbound_payments: 'A payout, by hand or by schedule.',
    beneficiaries:
      'An account that may be paid out to, as it was added here, made a default or disabled; others the provider lists.',
    approval_policies:
      'Above which sums a merchant’s payouts and refunds wait for a second person, and a looser policy that waits to be confirmed.',
    approvals: 'A payout or refund that waits, or waited, for a second person.',
    payout_schedules: 'The one schedule of a pay-in account.',
    exchange_quotes: 'A rate that is offered for 30 seconds.',
    exchanges: 'A quote that was booked.',
    idempotency_keys: 'The answer to a write that moves money, given again for the same key.',
  },
  ledger: {
    ledger_accounts: 'One of the accounts that make up a pay-in account’s books, with its balance and its floor.',
    ledger_transfers: 'A movement of money: its legs sum to zero per currency. Append-only.',
    ledger_legs: 'One side of a transfer. Append-only.',
    balance_daily: 'What a pay-in account’s lines of a day add up to, for statements.',
    statement_mails: 'Who is mailed an account’s statement after each month, and the newest month they were.',
  },
  'books and providers': {
    exceptions: 'A contradiction between our books and what a provider or a bank says.',
    exception_corrections: 'An order or payment that books what the provider says happened.',
    book_audits: 'What a rule of the nightly audit found.',
    reconciliations: 'A day of a provider’s statement that was compared with our orders.',
    simulated_orders: 'An order as the simulated provider has it: the outside world, which nothing of ours refers to.',
  },
  notices: {
    notices: 'Something that a person may have to look at; the same happening is one row, counted.',
    notice_reads: 'How far a person has read a merchant’s notices.',
    notice_mails: 'What a person chose to be mailed, how far they were, and when last.',
  },
  webhooks: {
    outgoing_events: 'A change that a merchant is to hear of, written with the change itself.',
    webhook_deliveries: 'An event on its way to one address.',
    webhook_attempts: 'One request of a delivery, and its answer.',
  },
  'activity and trail': {
    activity: 'Who did what to what, when and from where.',
    trail_waiting: 'Activity that is not chained yet.',
    trail_batches: 'What was chained in one second; each MAC covers the one before.',
    trail_entries: 'An activity as it was chained: digests of what may be erased.',
  },
  'work and limits': {
    due_work: 'Work to be done at a time, claimed by one instance at a time.',
    bulk_jobs: 'Many refunds or resends that were prepared together, and started or not.',
    bulk_items: 'One row of a bulk job: what is done with it, once, and what came of it.',
    suspect_lanes: 'A webhook address, by a digest, that did not take its last delivery: others go first.',
    outbox_mail: 'A mail to be sent.',
    throttle_counters: 'Calls of one caller in one window.',
    server_secrets: 'Keys of the server, sealed by the environment’s: signing, webhooks, trail.',
  },
  database: {
    migrations: 'The migrations that ran here.',
    write_positions: 'How far a read replica must have come before a person who changed something reads from it.',
    sample_worlds: 'The sample data that was written here.',
  },
};
