/** Settings for tests (§1): a local sandbox without external services. */
export const sampleSettings = {
  apiBaseUrl: 'http://localhost:4000/sandbox',
  automationHookUrl: 'http://localhost:4000/hook',
  signUpEmail: 'sign-up@sandbox.example',
  signUpPassword: '',
  monitoringClientToken: '',
  monitoringApplicationId: '',
};

/** Writes the settings into the page like the server, replacing those of the previous test. */
export function putSettings(changed: Record<string, unknown> = {}): void {
  document.getElementById('settings')?.remove();
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'settings';
  block.textContent = JSON.stringify({ ...sampleSettings, ...changed });
  document.head.append(block);
}
