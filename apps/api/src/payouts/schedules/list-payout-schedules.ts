import { listPayoutSchedules as endpoint } from '@volume/contract/payout-schedules.ts';
import { handle } from '#core/handler.ts';
import { scheduleColumns, type ScheduleRow, toSchedule } from './schedule-row.ts';

/** An application's payout schedules, by account. */
export const listPayoutSchedules = handle(endpoint, async ({ params, services }) => {
  const rows = await services.database.query<ScheduleRow>(
    `SELECT ${scheduleColumns} FROM payout_schedules WHERE merchant_id = $1 AND application_id = $2 ORDER BY payee_detail_id`,
    [params.merchantId, params.applicationId],
  );
  return rows.map(toSchedule);
});
