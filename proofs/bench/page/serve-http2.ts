import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
  /**
   * The value for `--ignore-certificate-errors-spki-list`, with which the browser caches responses as it does for a
   * trusted certificate.
   */
  fingerprint: string;
}

/** A certificate for localhost that is valid for a day. Throws when `openssl` is missing. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'volume-certificate-'));
  const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, ...name, '-keyout', keyPath, '-out', certPath], {
      stdio: 'pipe',
    });
    const [key, cert] = [readFileSync(keyPath, 'utf8'), readFileSync(certPath, 'utf8')];
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
    return { key, cert, fingerprint: createHash('sha256').update(spki).digest('base64') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Serves HTTP/2 at `port` for the server at `target` (`http://localhost:4000`), like a reverse proxy in a deployment.
 */
export async function serveHttp2(
  target: string,
  port: number,
  { key, cert }: Certificate,
): Promise<{ address: string; stop: () => void }> {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer({ key, cert });
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => passOn(stream, headers, { target, agent }));
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  const stop = (): void => {
    server.close();
    for (const session of sessions) session.destroy();
    agent.destroy();
  };
  return { address: `https://localhost:${port}`, stop };
}

function passOn(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { target, agent }: { target: string; agent: Agent },
): void {
  const own = { ...withoutPseudo(headers), host: new URL(target).host };
  const asked = request(`${target}${headers[':path'] ?? '/'}`, { agent, method: headers[':method'], headers: own });
  asked.on('response', (answer) => {
    const { connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...rest } = answer.headers;
    if (stream.destroyed) return answer.destroy();
    stream.respond({ ':status': answer.statusCode ?? 502, ...rest });
    answer.pipe(stream);
  });
  // Ignore errors of both connections after the page was closed.
  asked.on('error', () => stream.destroy());
  stream.on('error', () => asked.destroy());
  stream.on('aborted', () => asked.destroy());
  stream.pipe(asked);
}

const withoutPseudo = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
