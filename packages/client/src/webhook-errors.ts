/** Why a webhook is rejected. */
export type WebhookFault =
  | 'NO_SIGNATURE'
  | 'WRONG_SIGNATURE'
  | 'UNKNOWN_KEY'
  | 'OTHER_APPLICATION'
  | 'WRONG_TIME'
  | 'NOT_JSON';

/** The request is not from Volume, not for you, or too old: answer 401, and do nothing. */
export class WebhookError extends Error {
  override name = 'WebhookError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** The signing keys cannot be read at the moment: answer 503, and the event is sent again. */
export class KeysUnavailableError extends Error {
  override name = 'KeysUnavailableError';
}
