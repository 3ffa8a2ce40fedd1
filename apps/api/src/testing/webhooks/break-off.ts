import { once } from 'node:events';
import { connect } from 'node:net';

/** Begins to send a webhook to a receiver and breaks off; resolves when the receiver has closed the connection. */
export async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.resume().end('PUT / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\n{');
  await once(socket, 'close');
}
