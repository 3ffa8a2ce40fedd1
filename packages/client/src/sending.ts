/** How a call is sent: its row in the table that the build generates from the OpenAPI document. */
export interface Sending {
  method: string;
  /** Below `/api`, with names in braces: `/payments/{paymentId}`. */
  path: string;
  /** The media type of the response; null when there is no body. */
  accepts: string | null;
  /** The media type of the body; null when the call has none. */
  sends: string | null;
  /** The API does it once for each `Idempotency-Key`, and refuses it without one. */
  isKeyed?: true;
}
