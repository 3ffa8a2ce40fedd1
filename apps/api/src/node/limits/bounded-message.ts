import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Four times what any call takes: whoever goes on past the 413 has not read it. */
const mostBytes = 1024 * 1024;
/** Milliseconds in which what is left of a body may still arrive once its answer is out. */
const linger = 1000;

/** A request whose body is counted as it arrives, whatever route reads it or none: beyond the bound the connection ends. */
export class BoundedMessage extends IncomingMessage {
  #taken = 0;

  constructor(socket: Socket) {
    super(socket);
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    this.#taken += chunk instanceof Uint8Array ? chunk.byteLength : 0;
    if (this.#taken <= mostBytes) return super.push(chunk, encoding);
    this.socket.destroySoon();
    return false;
  }
}

/** Ends the connection of a body that does not end although its answer is out; Node would read on and throw it away. */
export function endWithAnswer(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const end = setTimeout(() => incoming.socket.destroySoon(), linger);
  incoming.once('close', () => clearTimeout(end));
  incoming.once('end', () => clearTimeout(end));
}
