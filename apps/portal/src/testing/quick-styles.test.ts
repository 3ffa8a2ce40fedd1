import { afterEach, expect, test } from 'vitest';

const { ofJsdom } = window.getComputedStyle as typeof getComputedStyle & { ofJsdom: typeof getComputedStyle };
const properties = ['display', 'visibility', 'pointer-events'];

const tags =
  'a address article aside b base blockquote body br button canvas caption center col colgroup dd details dialog dir div dl dt embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input label legend li link main marquee menu meta nav noscript object ol optgroup option p param pre progress q rp rt ruby script search section select slot small span strong style summary svg table tbody td template textarea tfoot th thead title tr ul video wbr';
const few = 'a dialog div fieldset input li svg td';
const styled = [
  {},
  { hidden: '' },
  { hidden: 'until-found' },
  { open: '' },
  { popover: '' },
  { popover: 'manual', open: '' },
  { type: 'hidden' },
  { type: 'checkbox', hidden: '' },
  { style: 'display: flex' },
  { style: 'display: none; visibility: hidden' },
  { style: 'visibility: collapse', hidden: '' },
  { style: 'pointer-events: none' },
  { style: 'display: inherit; visibility: inherit; pointer-events: unset' },
  { class: 'hidden', id: 'x', style: 'color: red' },
];

function elements(place: Element, kinds: string, all: readonly object[]): Element[] {
  return kinds.split(' ').flatMap((tag) =>
    all.map((given) => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
      return place.appendChild(element);
    }),
  );
}
function read(style: typeof getComputedStyle, element: Element): string[] {
  const computed = style(element);
  return properties.map((name) => computed.getPropertyValue(name));
}
const different = (all: readonly Element[]) =>
  all
    .map((element) => ({ is: element.outerHTML, quick: read(getComputedStyle, element), slow: read(ofJsdom, element) }))
    .filter(({ quick, slow }) => quick.join() !== slow.join());

afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
});

test('every kind of element has the display, visibility and pointer-events that jsdom computes', () => {
  expect(different(elements(document.body, tags, [{}, { hidden: '' }]))).toEqual([]);
  expect(different(elements(document.body, few, styled))).toEqual([]);
});

test.each(['visibility: hidden; pointer-events: none', 'visibility: inherit'])(
  'so has everything within an element of the style %s',
  (style) => {
    const place = document.body.appendChild(document.createElement('section'));
    place.setAttribute('style', style);
    expect(different(elements(place.appendChild(document.createElement('details')), few, styled))).toEqual([]);
  },
);

test('so has everything within a hidden part of a table', () => {
  const row = document.body.appendChild(document.createElement('tr'));
  row.setAttribute('hidden', '');
  expect(different(elements(row, few, styled))).toEqual([]);
});

test('a style that changes is read again', () => {
  const button = document.body.appendChild(document.createElement('button'));
  const style = getComputedStyle(button);
  expect([style.display, style.pointerEvents]).toEqual(['inline-block', 'auto']);
  document.body.style.pointerEvents = 'none';
  button.hidden = true;
  expect([style.display, getComputedStyle(button).pointerEvents]).toEqual(['none', 'none']);
  document.body.removeAttribute('style');
});

test.each([
  ['another style sheet decides', 'button { display: none }', 'none'],
  [
    'the style sheet of the toasts decides nothing outside of them',
    '[data-sonner-toast] { display: none }',
    'inline-block',
  ],
])('%s', (_, rules, display) => {
  document.head.appendChild(document.createElement('style')).textContent = rules;
  const button = document.body.appendChild(document.createElement('button'));
  expect(getComputedStyle(button).display).toBe(display);
});

test('any other property is computed by jsdom', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.style.color = 'red';
  expect(getComputedStyle(button).color).toBe(ofJsdom(button).color);
  expect(getComputedStyle(button).length).toBe(ofJsdom(button).length);
});
