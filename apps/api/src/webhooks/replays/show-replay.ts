import { toWireTime } from '@volume/contract/lists/period.ts';
import type { ReplayForm } from '@volume/contract/webhooks/labels.ts';
import {
  getWebhookReplay as endpoint,
  type ReplayFault,
  type WebhookReplay,
} from '@volume/contract/webhooks/replays.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type EndpointName, ofEndpoint } from '#webhooks/endpoints/endpoint-row.ts';
import { judgeReplay } from './judge-replay.ts';
import { refuseUnderLive } from './refuse-under-live.ts';

/** A replay with the response to each of its requests; can be read while it is running. */
export const getWebhookReplay = handle(endpoint, async ({ params, services }) => {
  refuseUnderLive(services);
  return showReplay(services.database, params);
});

interface ReplayRow {
  replay_id: string;
  endpoint_id: string;
  url: string;
  day: string | null;
  faults: ReplayFault[];
  speed: number | null;
  has_more: boolean;
  started_at: Date;
  started_by: string;
  ended_at: Date | null;
  ending: WebhookReplay['ending'];
}

interface SentRow {
  delivery_id: string;
  event_id: string;
  event_type: string;
  form: ReplayForm;
  request_body: string;
  at: Date | null;
  http_status: number | null;
  duration_ms: number | null;
  error: string | null;
  response_body: string | null;
}

/** @throws 404 for a replay to another endpoint, or of another application or merchant */
export async function showReplay(
  { query }: Queries,
  name: EndpointName & { replayId: string },
): Promise<WebhookReplay> {
  const [row] = await query<ReplayRow>(
    sql`SELECT replay_id, endpoint_id, url, day, faults, speed, has_more, started_at, started_by, ended_at, ending
      FROM webhook_replays WHERE ${ofEndpoint(name)} AND replay_id = ${name.replayId}`,
  );
  if (!row) throw notFound('This replay');
  const sent = await query<SentRow>(selectSent(name));
  return {
    replayId: row.replay_id,
    endpointId: row.endpoint_id,
    url: row.url,
    day: row.day,
    faults: row.faults,
    speed: row.speed,
    startedAtUtc: toWireTime(row.started_at),
    startedBy: row.started_by,
    endedAtUtc: row.ended_at && toWireTime(row.ended_at),
    ending: row.ending,
    hasMore: row.has_more,
    events: sent.map(toEvent),
    rules: judgeReplay(sent.map(toJudged)),
  };
}

const selectSent = ({ merchantId, replayId }: { merchantId: string; replayId: string }) => sql`
  SELECT d.delivery_id, d.replayed_event_id AS event_id, d.event_type, d.replay_form AS form, d.request_body,
    a.at, a.http_status, a.duration_ms, a.error, a.response_body
  FROM webhook_deliveries AS d
  LEFT JOIN LATERAL (
    SELECT at, http_status, duration_ms, error, response_body FROM webhook_attempts AS t
    WHERE t.merchant_id = ${merchantId} AND t.delivery_id = d.delivery_id ORDER BY attempt DESC LIMIT 1) AS a ON true
  WHERE d.merchant_id = ${merchantId} AND d.replay_id = ${replayId} ORDER BY d.replay_place`;

const toEvent = (row: SentRow): WebhookReplay['events'][number] => ({
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  eventType: row.event_type,
  form: row.form,
  sentAtUtc: row.at && toWireTime(row.at),
  httpStatus: row.http_status,
  durationMs: row.duration_ms,
  error: row.error,
});

const toJudged = (row: SentRow) => ({
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  form: row.form,
  isSent: row.at !== null,
  status: row.http_status,
  requestBody: row.request_body,
  responseBody: row.response_body,
});
