declare module 'jsdom' {
  export class JSDOM {
    constructor(page: string, options: { url: string; runScripts: 'outside-only' });
    readonly window: Window & typeof globalThis;
  }
}
