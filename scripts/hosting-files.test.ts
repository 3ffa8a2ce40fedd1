import { expect, test } from 'vitest';
import { caddyFile, headersFile, hostedHeaders, nginxFile, redirectsFile } from './hosting-files.ts';

const policy = "default-src 'none'; script-src 'self' 'sha256-abc='";
const hosted = { apiBaseUrl: 'https://api.example.com/live', policy, isLocal: false, folder: '/srv/portal' };

test('every kind of host gets every header, including the content security policy and HSTS', () => {
  const names = Object.keys(hostedHeaders(hosted));
  expect(names).toEqual(expect.arrayContaining(['content-security-policy', 'strict-transport-security']));
  for (const file of [headersFile(hosted), nginxFile(hosted), caddyFile(hosted)]) {
    for (const name of names) expect(file).toContain(name);
    expect(file).toContain(policy);
    expect(file).toContain('immutable');
  }
  expect(headersFile({ policy, isLocal: true })).not.toContain('strict-transport-security');
});

test('nginx repeats every header in every location, because a location with headers inherits none', () => {
  const places = nginxFile(hosted)
    .split(/\n {2}location /)
    .filter((place) => place.includes('try_files'));
  expect(places).toHaveLength(3);
  for (const place of places) {
    for (const name of Object.keys(hostedHeaders(hosted))) expect(place).toContain(`add_header ${name} "`);
  }
});

test('a missing asset never returns the page', () => {
  expect(nginxFile(hosted)).toMatch(/location \/assets\/ \{[^}]*try_files \$uri =404;/);
  expect(/handle \/assets\/\* \{([\s\S]*?)\n {2}\}/.exec(caddyFile(hosted))?.[1]).not.toContain('index.html');
});

test('security.txt is redirected to the API and change-password to the portal, before any rule for pages', () => {
  const security = 'https://api.example.com/live/.well-known/security.txt';
  expect(redirectsFile(hosted).split('\n')).toEqual([
    `/.well-known/security.txt ${security} 302`,
    '/.well-known/change-password /change-password 302',
    '/.well-known/* /index.html 404',
    '/* /index.html 200',
    '',
  ]);
  for (const target of [security, '/change-password']) {
    expect(nginxFile(hosted)).toContain(`return 302 ${target};`);
    expect(caddyFile(hosted)).toContain(`redir ${target} 302`);
  }
});
