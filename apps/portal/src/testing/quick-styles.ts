/**
 * jsdom matches the 110 rules of its own style sheet, and those of the toasts, with each element again after every change of an
 * attribute: a third of the time of all page tests, only to learn whether an element is shown. This answers display, visibility
 * and pointer-events from the element's kind and inline style, and leaves everything else to jsdom. The answers are the same
 * (`quick-styles.test.ts`).
 */
type Compute = typeof getComputedStyle;

/** The only attributes that the rules about `quick` properties in jsdom's style sheet look at. */
const looksAt = ['hidden', 'open', 'popover', 'type'];
/** Values that mean another value. */
const keywords = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer']);

/** What jsdom's style sheet says about an element of this kind. */
function rememberKinds(compute: Compute) {
  const kinds = new Map<string, { display: string; visibility: string }>();
  return (element: Element): { display: string; visibility: string } => {
    const attributes = looksAt.map((name) => element.getAttribute(name));
    const key = JSON.stringify([element.namespaceURI, element.localName, attributes]);
    const found = kinds.get(key);
    if (found) return found;
    const blank = document.createElementNS(element.namespaceURI, element.localName);
    for (const [at, name] of looksAt.entries()) if (attributes[at] != null) blank.setAttribute(name, attributes[at]);
    const { display, visibility } = compute(blank);
    kinds.set(key, { display, visibility });
    return { display, visibility };
  };
}

function quicken(compute: Compute): Compute & { ofJsdom: Compute } {
  const kindOf = rememberKinds(compute);
  const inherited = (element: Element, name: 'visibility' | 'pointerEvents', own: (at: Element) => string): string => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const value = inlineOf(at, name) || own(at);
      if (value !== '') return value;
    }
    return name === 'visibility' ? 'visible' : 'auto';
  };
  const hiddenBy = (at: Element) => {
    const { visibility } = kindOf(at);
    return visibility === 'visible' ? '' : visibility;
  };
  const quick: Record<string, (element: Element) => string> = {
    display: (element) => inlineOf(element, 'display') || kindOf(element).display,
    visibility: (element) => inherited(element, 'visibility', hiddenBy),
    'pointer-events': (element) => inherited(element, 'pointerEvents', () => ''),
  };
  const pointerEvents = quick['pointer-events']!;

  const style: Compute = (element, pseudo) => {
    if (pseudo != null || !isPlain(element)) return compute(element, pseudo);
    const read = (name: string) => quick[name]?.(element) ?? compute(element).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return read;
        if (name === 'pointerEvents') return pointerEvents(element);
        if (typeof name === 'string' && Object.hasOwn(quick, name)) return read(name);
        const whole = compute(element);
        const value: unknown = Reflect.get(whole, name);
        return typeof value === 'function' ? value.bind(whole) : value;
      },
    });
  };
  return Object.assign(style, { ofJsdom: compute });
}

const inlineOf = (element: Element, name: 'display' | 'visibility' | 'pointerEvents'): string =>
  element.hasAttribute('style') ? (element as HTMLElement).style[name] : '';

const known = new WeakMap<CSSStyleSheet, boolean>();

/** The toasts bring a style sheet, whose rules are only about the toasts. */
function isOfToasts(sheet: CSSStyleSheet): boolean {
  const found = known.get(sheet);
  if (found !== undefined) return found;
  const is = Array.from(sheet.cssRules, ({ cssText }) => cssText).every(
    (text) => text.includes('data-sonner') || text.startsWith('@keyframes'),
  );
  known.set(sheet, is);
  return is;
}

/** Whether only jsdom's own style sheet and inline styles say how the element looks. */
function isPlain(element: Element): boolean {
  if (element.ownerDocument !== document || element.localName === 'summary') return false;
  for (const sheet of document.styleSheets) if (!isOfToasts(sheet)) return false;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute('data-sonner-toaster')) return false;
    if (at.hasAttribute('style') && keywordsOf(at)) return false;
  }
  return true;
}

const keywordsOf = (element: Element): boolean =>
  (['display', 'visibility', 'pointerEvents'] as const).some((name) => keywords.has(inlineOf(element, name)));

// Test files share a page, which needs this only once; a few run without a page.
if (typeof HTMLElement !== 'undefined' && !('ofJsdom' in window.getComputedStyle))
  window.getComputedStyle = quicken(window.getComputedStyle.bind(window));
