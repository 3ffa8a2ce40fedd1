import { Problem } from '#core/problem.ts';
import { callerGone } from '#http/turns/fair-queue.ts';

/**
 * Reads a body as text; all routes use it. 413 beyond `mostBytes`: by content-length before anything is read, otherwise
 * by counting the received bytes. 400 when it is not UTF-8, 415 when it is compressed, 499 when its caller disconnects.
 */
export async function readText(request: Request, mostBytes: number): Promise<string> {
  refuseAnnounced(request, mostBytes);
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? ''))
    throw new Problem(415, 'The body must not be compressed: leave out the content-encoding header.');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  const reader = request.body?.getReader();
  const next = () => reader?.read().catch(() => Promise.reject(callerGone()));
  for (let part = await next(); part && !part.done; part = await next()) {
    size += part.value.byteLength;
    if (size > mostBytes) {
      await reader?.cancel();
      throw tooLarge(mostBytes);
    }
    text += decodePart(decoder, part.value);
  }
  return text + decodePart(decoder);
}

/** Rejects by content-length, so that nothing has to be read. */
export function refuseAnnounced(request: Request, mostBytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
}

function decodePart(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new Problem(400, 'body must be UTF-8');
  }
}

function tooLarge(mostBytes: number): Problem {
  return new Problem(413, `body must have at most ${mostBytes / 1024} kB`);
}
