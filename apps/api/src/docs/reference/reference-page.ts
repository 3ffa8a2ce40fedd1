import { html } from 'hono/html';
import { fontFaces, pageStyle } from '#http/pages/page-style.ts';
import { pageResponse } from '#http/pages/page-response.ts';
import type { Renderer } from './renderer.ts';
import { guides } from '#docs/guides/guides.ts';
import { type ReferencePart, referenceParts } from './parts.ts';

export const rendererPath = (basePath: string, { hash }: Renderer): string => `${basePath}/docs/renderer-${hash}.js`;

/** A page of the reference, drawn in the browser from the OpenAPI document, below links to the guides. */
export function referencePage(basePath: string, renderer: Renderer | null, part: ReferencePart): Promise<Response> {
  const parts = renderer && {
    files: [rendererPath(basePath, renderer)],
    script: draw(basePath, part),
    styleHashes: [noStyle, rendererStyle],
    workers: 'blob:',
  };
  return pageResponse(
    'Volume API reference',
    html`<header class="guides">
        <b>Volume API</b>
        <nav aria-label="Guides">
          ${guides.map(({ name, title }) => html`<a href="${basePath}/docs/guides/${name}">${title}</a>`)}
          ${referenceParts
            .filter(({ name }) => name !== part.name)
            .map(({ name, path }) => html`<a href="${basePath}/docs${path}">${name}</a>`)}
          <a href="${basePath}/docs/changelog">Changes of the API</a>
          <a href="${basePath}/docs/openapi.json">OpenAPI 3.1</a>
          <a href="${basePath}/docs/openapi.merchant.json">OpenAPI for merchants</a>
        </nav>
      </header>
      <main id="reference">
        <p class="soft">
          ${
            renderer
              ? html`<noscript>The reference is drawn by a script. </noscript>Every call is also in the
                  <a href="${basePath}/docs/openapi.json">OpenAPI document</a>.`
              : html`Every call is in the <a href="${basePath}/docs/openapi.json">OpenAPI document</a>.`
          }
        </p>
      </main>`,
    { ...parts, style: `${fontFaces(basePath)}${pageStyle}${ownStyle}` },
  );
}

/** Hash of the empty style element that the renderer creates and fills rule by rule. */
const noStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
/** Hash of the only style sheet that the renderer writes as text: its scroll bars. */
const rendererStyle = "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";

const ownStyle = `
.guides { display: flex; gap: 4px 20px; align-items: baseline; flex-wrap: wrap; padding: 14px 20px; border-bottom: 1px solid var(--line); }
.guides nav { display: flex; gap: 4px 16px; flex-wrap: wrap; }
#reference { padding: 0; }
#reference > .soft { padding: 20px; }
#reference section { border-top: 0; margin-top: 0; padding: 0; }
#reference h5 { color: var(--ink-2); letter-spacing: 0; }
#reference caption { color: var(--ink-2); }
#reference .api-content svg polygon { fill: var(--ink-3); }
#reference td { border-color: var(--line); }
#reference th:first-child, #reference th:last-child { width: auto; }
#reference pre code { color: inherit; background: none; border: 0; padding: 0; }
#reference [role='tabpanel'] pre { background: none; border-radius: 0; }
/* Code samples have a dark background in both colour schemes, because the renderer only has code colours for a dark one. */
#reference .react-tabs__tab { color: #eceef1; background: #23272d; border-color: #3a4048; }
#reference .react-tabs__tab.tab-error { color: #ff8f8f; }
#reference .react-tabs__tab.tab-success { color: #6fcf97; }
#reference .react-tabs__tab.react-tabs__tab--selected { color: #15171b; background: #eceef1; }
`;

/** Colours are the page's tokens, read again when the colour scheme changes. */
const theme = `
const dark = matchMedia('(prefers-color-scheme: dark)');
dark.addEventListener('change', () => location.reload());
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const [paper, sunken, ink, ink2, ink3, line, act] = ['paper', 'sunken', 'ink', 'ink-2', 'ink-3', 'line', 'act'].map(token);
const font = 'Geist, system-ui, sans-serif';
const mono = '"Geist Mono", ui-monospace, SFMono-Regular, Menlo, monospace';
const [good, bad, warm] = dark.matches ? ['#6fcf97', '#ff8f8f', '#e5b654'] : ['#0f6b3a', '#a61b1b', '#835400'];
const methods = { get: '#0f6b3a', post: '#1d4ed8', put: '#835400', delete: '#a61b1b' };
const both = (main) => ({ main, light: main, dark: main, contrastText: paper });
const answer = (color) => ({ color, backgroundColor: sunken, tabTextColor: color });
const heading = { fontFamily: font, fontWeight: '600', color: ink };
const theme = {
  colors: {
    tonalOffset: 0.1, primary: both(act), success: both(good), warning: both(warm), error: both(bad),
    gray: { 50: sunken, 100: line }, text: { primary: ink, secondary: ink2 }, border: { dark: line, light: line },
    responses: { success: answer(good), error: answer(bad), redirect: answer(warm), info: answer(act) },
    http: methods,
  },
  schema: { linesColor: line, defaultDetailsWidth: '70%', typeNameColor: ink2, typeTitleColor: ink2, requireLabelColor: bad, nestedBackground: sunken, nestingSpacing: '1em', arrow: { size: '1.1em', color: ink3 } },
  typography: {
    fontSize: '14px', lineHeight: '1.55', fontFamily: font, smoothing: 'antialiased', optimizeSpeed: true, headings: heading,
    heading1: { ...heading, fontSize: '20px', lineHeight: '1.4' }, heading2: { ...heading, fontSize: '18px', lineHeight: '1.4' }, heading3: { ...heading, fontSize: '15px', lineHeight: '1.4' },
    rightPanelHeading: { color: '#eceef1', fontSize: '14px', lineHeight: '1.4' },
    code: { fontSize: '12.5px', fontFamily: mono, lineHeight: '1.5', color: ink, backgroundColor: sunken, wrap: true },
    links: { color: act, visited: act, hover: act },
  },
  sidebar: { width: '280px', backgroundColor: paper, textColor: ink2, activeTextColor: act, groupItems: { activeBackgroundColor: sunken, activeTextColor: act, textTransform: 'none' }, level1Items: { activeBackgroundColor: sunken, activeTextColor: act, textTransform: 'none' }, arrow: { size: '1.3em', color: ink3 } },
  rightPanel: { backgroundColor: '#16191d', width: '42%', textColor: '#eceef1', servers: { overlay: { backgroundColor: paper, textColor: ink }, url: { backgroundColor: paper } } },
  codeBlock: { backgroundColor: '#0f1114' },
  fab: { backgroundColor: sunken, color: ink },
};
`;

/**
 * Draws a page of the reference. Operation ids are method and path, which gives each an address such as
 * `#tag/Calls-by-key/operation/GET/payments`.
 */
const draw = (basePath: string, part: ReferencePart): string => `${theme}
fetch('${basePath}/docs/openapi.json').then((answer) => answer.json()).then((document_) => {
  const group = document_['x-tagGroups'].find(({ name }) => name === '${part.name}');
  for (const [path, methods] of Object.entries(document_.paths))
    for (const [method, operation] of Object.entries(methods))
      if (group.tags.includes(operation.tags[0])) operation.operationId = method.toUpperCase() + path;
      else delete methods[method];
  document_['x-tagGroups'] = [group];
  if (!group.tags.includes('Webhooks')) delete document_.webhooks;
  Redoc.init(document_, { theme, hideDownloadButton: true, nativeScrollbars: true, requiredPropsFirst: true, hideSchemaPattern: true, payloadSampleIdx: 1, pathInMiddlePanel: true, hideHostname: true, jsonSampleExpandLevel: 3, expandResponses: '${part.expandResponses}', scrollYOffset: 0, hideSchemaTitles: true }, document.getElementById('reference'));
});
`;
