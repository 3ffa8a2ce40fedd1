import { html } from 'hono/html';
import { pageResponse } from '#http/pages/page-response.ts';
import { fontFaces, pageStyle } from '#http/pages/page-style.ts';
import { changelog } from '#docs/changelog/changelog.ts';
import { guides } from './guides.ts';
import { type Guide, pathOf, type Place } from './guide.ts';

export function guidePage(guide: Guide, place: Place): Promise<Response> {
  const { basePath } = place;
  return pageResponse(
    `${guide.title} – Volume API`,
    html`<div class="frame">
      <nav class="side" aria-label="Guides">
        <b>Volume API</b>
        ${[...guides, changelog].map((each) =>
          each === guide
            ? html`<a href="${basePath}/docs${pathOf(each)}" aria-current="page">${each.title}</a>`
            : html`<a href="${basePath}/docs${pathOf(each)}">${each.title}</a>`,
        )}
        <a href="${basePath}/docs${pathOf(guide)}.md">This page as Markdown</a>
        <a href="${basePath}/docs">Reference</a>
        <a href="${basePath}/docs/openapi.merchant.json">OpenAPI for merchants</a>
      </nav>
      <main class="guide">
        <h1>${guide.title}</h1>
        ${guide.body(place)}
      </main>
    </div>`,
    { style: `${fontFaces(basePath)}${pageStyle}${ownStyle}` },
  );
}

const ownStyle = `
.side b { display: block; margin-bottom: 12px; }
.side [aria-current] { color: var(--ink); font-weight: 600; }
.guide h2 { margin: 32px 0 6px; }
.guide pre { max-width: 84ch; white-space: pre; overflow-wrap: normal; }
.guide ul { margin: 6px 0; padding-left: 20px; color: var(--ink-2); max-width: 72ch; }
.guide table { display: block; max-width: 84ch; overflow-x: auto; }
.guide :not(pre) > code { overflow-wrap: anywhere; }
@media (max-width: 900px) { .frame { grid-template-columns: minmax(0, 1fr); } }
.guide p a code { color: inherit; }
`;
