/** A year: browsers that came once by https do not try http again, nor at any name below. */
const httpsOnly = 'max-age=31536000; includeSubDomains';

/**
 * What every answer carries whatever its status, whoever serves it: the server, or a static host. The policy beside it
 * says what a page may load (portal-policy.ts). Locally http is all there is, so nothing is said about https.
 */
export function answerHeaders({ isLocal }: { isLocal: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(isLocal ? {} : { 'strict-transport-security': httpsOnly }),
  };
}
