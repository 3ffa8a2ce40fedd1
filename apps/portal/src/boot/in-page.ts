// What stands in the page itself, as one script (vite/boot.ts): what both parts need is in it once.
export { beginCalls } from './begin-calls.ts';
export { showInstantShell } from './instant-shell.ts';
