/** What a test's page is told (§1): a sandbox on this machine, and nothing that would call out. */
export const sampleSettings = {
  apiBaseUrl: 'http://localhost:4000/sandbox',
  automationHookUrl: 'http://localhost:4000/hook',
  signUpEmail: 'sign-up@sandbox.example',
  signUpPassword: '',
  monitoringClientToken: '',
  monitoringApplicationId: '',
};

/** Writes them into the page as the server does, in place of those of the test before. */
export function putSettings(changed: Record<string, unknown> = {}): void {
  document.getElementById('settings')?.remove();
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'settings';
  block.textContent = JSON.stringify({ ...sampleSettings, ...changed });
  document.head.append(block);
}
