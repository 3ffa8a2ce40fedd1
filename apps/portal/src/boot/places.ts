/** What stands in each place by its name; nothing where it is not known. */
export type Words = Readonly<Record<string, string | null | undefined>>;

/**
 * Finds every `{name}` in the texts and attributes of an element; what it answers puts words there, again as more is known.
 * A place whose word is not known is empty.
 */
export function findPlaces(within: Element): (words: Words) => void {
  const known: Record<string, string | null | undefined> = {};
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [within, ...within.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
  while (texts.nextNode()) nodes.push(texts.currentNode);
  const places = nodes.map((node) => [node, node.nodeValue ?? ''] as const).filter(([, text]) => text.includes('{'));
  return (words) => {
    Object.assign(known, words);
    for (const [node, text] of places)
      node.nodeValue = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
  };
}

/**
 * Markup with a `{name}` wherever it says one of these words. Run by the build.
 * @throws Error when one of them is said nowhere
 */
export function putPlaces(markup: string, words: Words): string {
  return Object.entries(words).reduce((text, [name, word]) => {
    if (!word || !text.includes(word)) throw new Error(`The captured page has no place that says ${word}.`);
    return text.replaceAll(word, `{${name}}`);
  }, markup);
}
