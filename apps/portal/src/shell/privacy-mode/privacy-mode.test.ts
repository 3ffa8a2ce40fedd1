import { afterEach, expect, test } from 'vitest';
import { togglePrivacyMode } from './privacy-mode.ts';

// The next test file of this worker has the same document.
afterEach(() => document.body.replaceChildren());

test('hides what is marked as personal even if no response contained it, and shows it again when privacy mode ends', () => {
  document.body.innerHTML =
    '<p>Line 1: <bdi data-personal title="MR A CANARY">MR A CANARY</bdi> <b title="Sum">£12.50</b></p>';
  const isHidden = (selector: string) => document.querySelector(selector)?.hasAttribute('data-veiled');
  const tooltips = () => [...document.querySelectorAll('[title]')].map((each) => each.getAttribute('title'));
  togglePrivacyMode();
  expect([isHidden('bdi'), isHidden('b'), isHidden('p')]).toEqual([true, false, false]);
  expect(tooltips()).toEqual(['hidden', 'Sum']);
  togglePrivacyMode();
  expect(isHidden('bdi')).toBe(false);
  expect(tooltips()).toEqual(['MR A CANARY', 'Sum']);
});

test('hides a field marked as personal once it has text, but not while it is empty', () => {
  document.body.innerHTML = '<input data-personal value="Mr A Canary rang" /><textarea data-personal></textarea>';
  togglePrivacyMode();
  const isHidden = (selector: string) => document.querySelector(selector)?.hasAttribute('data-veiled');
  expect([isHidden('input'), isHidden('textarea')]).toEqual([true, false]);
  togglePrivacyMode();
  expect(isHidden('input')).toBe(false);
});
