/** The PORTAL_… variables that configure a portal for the API at this address. */
export const portalVariables = (apiBaseUrl: string): Record<string, string> => ({
  PORTAL_API_BASE_URL: apiBaseUrl,
  PORTAL_AUTOMATION_HOOK_URL: `${apiBaseUrl}/automation`,
  PORTAL_SIGN_UP_EMAIL: 'sign-up@sandbox.example',
  PORTAL_SIGN_UP_PASSWORD: 'sandbox-sign-up',
  PORTAL_MONITORING_CLIENT_TOKEN: '',
  PORTAL_MONITORING_APPLICATION_ID: '',
});
