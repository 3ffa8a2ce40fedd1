// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as React from 'react';
import type * as ReactDom from 'react-dom';
import type * as ReactClient from 'react-dom/client';
import { expect, test } from 'vitest';
import { trimClient } from './leave-out-react.ts';

// The renderer of the built page, run on what our pages are made of; the browser tests run it on the pages themselves.
// React as the build takes it: its other half is chosen when it is first asked for.
process.env['NODE_ENV'] = 'production';
const require = createRequire(import.meta.url);
const react = require('react') as typeof React;
const { Component, createElement: h, Fragment, lazy, Suspense, useEffect, useState } = react;
type ReactNode = React.ReactNode;
const { createPortal, flushSync } = require('react-dom') as typeof ReactDom;
const { createRoot } = loadTrimmed();

function loadTrimmed(): typeof ReactClient {
  const path = require.resolve('react-dom').replace(/index\.js$/, 'cjs/react-dom-client.production.js');
  const exported = {} as typeof ReactClient;
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is React's own, as the build would write it
  new Function('exports', 'require', trimClient(readFileSync(path, 'utf8')))(exported, require);
  return exported;
}

function mount(node: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  flushSync(() => root.render(node));
  return { place, root };
}

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render() {
    return this.state.error ? h('p', null, this.state.error.message) : this.props.children;
  }
}

test('lists grow, shrink and change their order, and fragments keep theirs', () => {
  const list = (keys: string[]) =>
    h('ul', null, ...keys.map((key) => h(Fragment, { key }, h('li', { className: key }, key), ' ')));
  const { place, root } = mount(list(['a', 'b', 'c']));
  for (const keys of [['c', 'a', 'd', 'b'], ['b'], []]) {
    flushSync(() => root.render(list(keys)));
    expect([...place.querySelectorAll('li')].map((item) => item.textContent)).toEqual(keys);
  }
});

test('state, effects, events and a controlled field do what they do', async () => {
  function Counter() {
    const [count, setCount] = useState(0);
    const [text, setText] = useState('');
    useEffect(() => void (document.title = `${count} ${text}`), [count, text]);
    return h(
      Fragment,
      null,
      h('button', { onClick: () => setCount((before) => before + 1) }, count),
      h('input', { value: text, onChange: (event: { target: HTMLInputElement }) => setText(event.target.value) }),
    );
  }
  const { place } = mount(h(Counter));
  place.querySelector('button')?.click();
  const field = place.querySelector('input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'typed');
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => document.title).toBe('1 typed');
  expect(place.querySelector('button')?.textContent).toBe('1');
});

test('what comes late shows its placeholder first, an error its boundary, a portal elsewhere', async () => {
  let arrive: (part: { default: () => ReactNode }) => void = () => undefined;
  const Late = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => (arrive = resolve)));
  const Broken = () => {
    throw new Error('broken part');
  };
  const { place, root } = mount(
    h(
      'main',
      null,
      h(Suspense, { fallback: 'waiting' }, h(Late)),
      h(Boundary, null, h(Broken)),
      createPortal(h('aside', null, 'elsewhere'), document.body),
    ),
  );
  expect(place.textContent).toBe('waitingbroken part');
  expect(document.querySelector('body > aside')?.textContent).toBe('elsewhere');
  arrive({ default: () => 'here' });
  await expect.poll(() => place.textContent).toBe('herebroken part');
  flushSync(() => root.unmount());
  expect(document.querySelector('body > aside')).toBeNull();
});
