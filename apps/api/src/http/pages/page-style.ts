import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';

/** The style of pages served by the API: the portal's tokens, system fonts, light and dark by preference. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --sunken: #f3f3ef; --ink: #15171b; --ink-2: #474c55; --ink-3: #686e78; --line: #e8e8e3;
  --act: #1d4ed8; --held: #835400; --held-soft: #faefd8; --environment: #e0a100;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1114; --sunken: #16191d; --ink: #eceef1; --ink-2: #b6bcc5; --ink-3: #8f96a1; --line: #23272d;
    --act: #86a8ff; --held: #e5b654; --held-soft: #2b2311;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 24px; }
body {
  margin: 0; border-top: 3px solid var(--environment); background: var(--paper); color: var(--ink);
  font: 400 14px/1.55 Geist, system-ui, -apple-system, "Segoe UI", sans-serif; -webkit-font-smoothing: antialiased;
}
a { color: var(--act); text-decoration: none; }
a:hover, main :is(p, li) a { text-decoration: underline; text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px; border-radius: 4px; }
.frame { display: grid; grid-template-columns: 248px minmax(0, 1fr); max-width: 1240px; margin: 0 auto; }
.side { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 28px 12px 28px 24px; border-right: 1px solid var(--line); }
.side h2 { margin: 20px 0 4px; font-size: 12px; font-weight: 500; color: var(--ink-3); }
.side a { display: block; padding: 3px 0; color: var(--ink-2); }
main { padding: 28px 36px 96px; min-width: 0; }
h1 { margin: 0 0 4px; font-size: 20px; font-weight: 600; letter-spacing: -0.015em; }
h2 { font-size: 16px; font-weight: 600; letter-spacing: -0.01em; margin: 0; }
h3, h4, .minor { font-size: 13px; letter-spacing: 0; font-weight: 600; margin: 24px 0 6px; }
p { margin: 6px 0; color: var(--ink-2); max-width: 72ch; }
section { padding: 32px 0; border-top: 1px solid var(--line); margin-top: 32px; }
code, pre, .mono { font-family: "Geist Mono", ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 12.5px; }
pre { margin: 6px 0; padding: 12px 14px; overflow-x: auto; background: var(--sunken); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
.call { display: flex; gap: 10px; align-items: baseline; flex-wrap: wrap; margin: 6px 0; }
.call code { overflow-wrap: anywhere; }
.method { font-weight: 600; font-size: 12px; min-width: 3.2em; }
.badge { font-size: 12px; color: var(--held); background: var(--held-soft); border-radius: 5px; padding: 1px 7px; }
.soft { color: var(--ink-3); }
.scroll { overflow-x: auto; }
section article:first-of-type { border-top: 0; padding-bottom: 20px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; font-size: 13px; padding: 24px 0 6px; }
th { text-align: left; font-weight: 400; font-size: 12.5px; color: var(--ink-3); }
th, td { padding: 7px 16px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:first-child { width: 38%; }
th:last-child { width: 20%; }
th:nth-child(2):last-child { width: auto; }
td:first-child { white-space: nowrap; }
article { padding: 20px 0; border-top: 1px solid var(--line); }
@media (max-width: 768px) {
  .frame { display: block; }
  .side { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 20px; }
  main { padding: 20px 20px 64px; }
  td:first-child { white-space: normal; }
}
`;

/** The portal's variable font for pages served by the API, as WOFF2 by character subset. */
export type PageFonts = Record<'latin' | 'latin-ext', Uint8Array<ArrayBuffer>>;

/** Unicode ranges of each file, from the package's index.css. */
const ranges: Record<keyof PageFonts, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
};

/** Serves the files at `{base path}/fonts/{letters}.woff2`. */
export function mountPageFonts(app: Hono<Env>, basePath: string, fonts: PageFonts): void {
  for (const [letters, file] of Object.entries(fonts))
    app.get(`${basePath}/fonts/${letters}.woff2`, (context) =>
      context.body(file, 200, { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=604800' }),
    );
}

/** The fonts of a page's style sheet; without the files the system font is used. */
export const fontFaces = (basePath: string): string =>
  Object.entries(ranges)
    .map(
      ([letters, range]) =>
        `@font-face { font-family: Geist; src: url("${basePath}/fonts/${letters}.woff2") format("woff2"); font-weight: 100 900; font-display: swap; unicode-range: ${range}; }`,
    )
    .join('\n');
