import { identity } from './0001-identity.ts'
import { merchants } from './0002-merchants.ts'
import { payments } from './0003-payments.ts'
import { paymentRules } from './0004-payment-rules.ts'
import { ledger } from './0005-ledger.ts'
import { deliveries } from './0006-deliveries.ts'
import { takings } from './0007-takings.ts'
import { moneyOut } from './0008-money-out.ts'
import { balances } from './0009-balances.ts'
import { paymentIntents } from './0010-payment-intents.ts'
import { exchange } from './0011-exchange.ts'
import { monthly } from './0012-monthly.ts'
import { lastAdmin } from './0014-last-admin.ts'
import { activity } from './0015-activity.ts'
import { webhooks } from './0016-webhooks.ts'
import { payers } from './0019-payers.ts'
import { applicationSecrets } from './0021-application-secrets.ts'
import { rollUpSlots } from './0022-roll-up-slots.ts'
import { searchLetters } from './0023-search-letters.ts'
import { emailFactor } from './0025-email-factor.ts'
import { openRefunds } from './0026-open-refunds.ts'
import { plainLetters } from './0027-plain-letters.ts'

/** In order; a migration that has run anywhere is never changed, only followed by another. */
export const migrations: readonly { name: string; sql: string }[] = [
  { name: '0001-identity', sql: identity },
  { name: '0002-merchants', sql: merchants },
  { name: '0003-payments', sql: payments },
  { name: '0004-payment-rules', sql: paymentRules },
  { name: '0005-ledger', sql: ledger },
  { name: '0006-deliveries', sql: deliveries },
  { name: '0007-takings', sql: takings },
  { name: '0008-money-out', sql: moneyOut },
  { name: '0009-balances', sql: balances },
  { name: '0010-payment-intents', sql: paymentIntents },
  { name: '0011-exchange', sql: exchange },
  { name: '0012-monthly', sql: monthly },
  { name: '0014-last-admin', sql: lastAdmin },
  { name: '0015-activity', sql: activity },
  { name: '0016-webhooks', sql: webhooks },
  { name: '0019-payers', sql: payers },
  { name: '0021-application-secrets', sql: applicationSecrets },
  { name: '0022-roll-up-slots', sql: rollUpSlots },
  { name: '0023-search-letters', sql: searchLetters },
  { name: '0025-email-factor', sql: emailFactor },
  { name: '0026-open-refunds', sql: openRefunds },
  { name: '0027-plain-letters', sql: plainLetters },
]
