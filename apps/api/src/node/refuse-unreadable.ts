import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { answerHeaders } from '@volume/contract/answer-headers.ts';
import { traceIdHeader } from '@volume/contract/headers.ts';
import { Problem } from '#core/problem.ts';
import { problemResponse, toProblem } from '#http/problem-response.ts';

const tooLarge = 'The address and the headers have at most 16 kB together.';
const problems: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(431, tooLarge, { statusName: 'REQUEST_HEADER_FIELDS_TOO_LARGE' }),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'The request took too long to arrive.', { statusName: 'REQUEST_TIMEOUT' }),
};
const unreadable = new Problem(400, 'The request is not valid HTTP.');

/** The provider's error payload (§8) for what cannot be read, and so never reaches the app. */
export function unreadableResponse(error: unknown): Response {
  const { code = '' } = error as { code?: string };
  const traceId = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex');
  const problem = error instanceof RequestError || /^(HPE|ERR)_/.test(code) ? unreadable : toProblem(error);
  const response = problemResponse(problems[code] ?? problem, traceId);
  for (const [name, value] of Object.entries(answerHeaders({ isLocal: true }))) response.headers.set(name, value);
  response.headers.set(traceIdHeader, traceId);
  return response;
}

/** Answers what is not even HTTP, and ends the connection. */
export async function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const response = unreadableResponse(error);
  const body = await response.text();
  const headers = { ...Object.fromEntries(response.headers), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  socket.end(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}${length}\r\n${body}`);
}
