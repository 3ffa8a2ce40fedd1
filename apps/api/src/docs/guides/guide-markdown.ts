import { type Guide, pathOf, type Place } from './guide.ts';

/** A guide as Markdown, for programs that read text. */
export async function guideMarkdown(guide: Guide, place: Place): Promise<string> {
  const page = String(await guide.body(place));
  return `# ${guide.title}\n\n${toMarkdown(page, `${place.baseUrl}/docs${pathOf(guide)}`)}\n`;
}

/** A summary of the documentation with its addresses, in the format of llmstxt.org. */
export function llmsText(guides: readonly Guide[], baseUrl: string): string {
  const docs = `${baseUrl}/docs`;
  return `# Volume API

> Takes payments by bank transfer, refunds them and pays out. A merchant's server calls it with the keys of an application, and receives signed webhooks.

## Guides

${guides.map(({ name, title }) => `- [${title}](${docs}/guides/${name}.md)`).join('\n')}

## Reference

- [The calls by key and the webhooks](${docs}/openapi.merchant.json): OpenAPI 3.1
- [All calls](${docs}/openapi.json): OpenAPI 3.1, with those of the portal
- [A Postman collection of the calls by key](${docs}/postman.json)
- [Changes of the API](${docs}/changelog.md)
`;
}

/** Converts the elements of guides to Markdown: paragraphs, headings, lists, tables, links and samples. */
function toMarkdown(page: string, address: string): string {
  const samples: string[] = [];
  const keep = (source: string): string => `\u0000${samples.push(source) - 1}\u0000`;
  return page
    .replaceAll(/<pre([^>]*)><code>([^]*?)<\/code><\/pre>/g, (_, facts: string, source: string) =>
      keep(`\`\`\`${languages[/data-run="(\w+)"/.exec(facts)?.[1] ?? ''] ?? ''}\n${source}\n\`\`\``),
    )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<code>(.*?)<\/code>/g, '`$1`')
    .replaceAll(/<a href="([^"]*)">(.*?)<\/a>/g, (_, to: string, text: string) => `[${text}](${new URL(to, address)})`)
    .replaceAll(/<h2>(.*?)<\/h2>/g, '\n\n## $1\n\n')
    .replaceAll(/<table>(.*?)<\/table>/g, (_, table: string) => `\n\n${tableText(table)}\n\n`)
    .replaceAll(/<li>(.*?)<\/li>/g, (_, item: string) => `\n- ${item.trim()}`)
    .replaceAll(/<\/?(p|ul)>/g, '\n\n')
    .replaceAll(/\u0000\d+\u0000/g, '\n\n$&\n\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\u0000(\d+)\u0000/g, (_, at: string) => samples[Number(at)] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
    .trim();
}

function tableText(table: string): string {
  const rows = [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.trim().replaceAll('|', '\\|')),
  );
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const languages: Record<string, string> = { shell: 'sh', node: 'js', php: 'php', go: 'go', java: 'java' };
const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
