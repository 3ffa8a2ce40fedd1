import { listPayoutSchedules as endpoint } from '@volume/contract/payout-schedules.ts';
import { handle } from '#core/handler.ts';
import { scheduleColumns, type ScheduleRow, toSchedule } from './schedule-row.ts';
import { sql } from '#database/sql.ts';

/** An application's payout schedules, by account. */
export const listPayoutSchedules = handle(endpoint, async ({ params, services }) => {
  const rows = await services.database.query<ScheduleRow>(
    sql`SELECT ${scheduleColumns} FROM payout_schedules
      WHERE merchant_id = ${params.merchantId} AND application_id = ${params.applicationId} ORDER BY payee_detail_id`,
  );
  return rows.map(toSchedule);
});
