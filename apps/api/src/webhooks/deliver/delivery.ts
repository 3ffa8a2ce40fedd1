import type { ReplayForm, WebhookState } from '@volume/contract/webhooks/labels.ts';

/** A row of `webhook_deliveries`, as it is sent. */
export interface Delivery {
  application_id: string;
  /** Null for a test event, and in a replay. */
  event_id: string | null;
  /** Null for a specified address. */
  endpoint_id: string | null;
  event_type: string | null;
  url: string;
  state: WebhookState;
  request_body: string;
  tries: number;
  created_at: Date;
  give_up_at: Date | null;
  /** These four are null for a delivery that is not part of a replay. */
  replay_id: string | null;
  replay_place: number | null;
  replay_form: ReplayForm | null;
  replayed_event_id: string | null;
}
export interface DeliveryName {
  merchantId: string;
  deliveryId: string;
}

export interface ToSend {
  name: DeliveryName;
  delivery: Delivery;
  url: string;
  body: string;
}
