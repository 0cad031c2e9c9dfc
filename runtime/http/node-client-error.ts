import { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node tells of a request that it could not read. */
interface ClientError extends Error {
  readonly code?: string;
  /** The bytes that were read last. */
  readonly rawPacket?: Buffer;
  /** How many of them were understood. */
  readonly bytesParsed?: number;
}

/** A connection of `node:http`. */
interface Connection extends Duplex {
  readonly bytesRead?: number;
}

const reasons: { readonly [status: number]: string } = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};

/** Milliseconds and bytes for which a connection that was answered so is still read: one that is closed with bytes unread loses its answer. */
const lingering = { time: 1_000, bytes: 1_048_576 };

/** Connections that were answered, and what had come over them by then. */
const answered = new WeakMap<Connection, number>();

/**
 * Answers requests that Node cannot read, as Node does by itself, but with 414 where the target is what is too long (RFC 9110 section 15.5.15):
 * Node says 431 for everything that its limit for heads ends.
 */
export function answerClientError(error: ClientError, connection: Connection): void {
  const { bytesRead = 0 } = connection;
  const before = answered.get(connection);
  if (before !== undefined) {
    // What follows a request that cannot be read is another such error each time it comes.
    if (bytesRead - before > lingering.bytes) connection.destroy();
    return;
  }
  answered.set(connection, bytesRead);
  if (!connection.writable || isAnswering(connection)) {
    connection.destroy();
    return;
  }
  const status = statusOf(error);
  connection.end(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nConnection: close\r\n\r\n`);
  const timer = setTimeout(() => connection.destroy(), lingering.time).unref();
  connection.on('end', () => connection.destroy()).on('close', () => clearTimeout(timer));
}

/** Whether a response is on its way: Node looks at this, too, before it says anything. */
function isAnswering(connection: Connection): boolean {
  const response: unknown = Reflect.get(connection, '_httpMessage');
  return response instanceof ServerResponse && response.headersSent;
}

function statusOf(error: ClientError): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isWithinTarget(error) ? 414 : 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}

/**
 * Whether reading stopped within the first line of a head: no line has ended since the last head did. Of a line that began in an earlier
 * packet, a target is what has no space in it.
 */
function isWithinTarget({ rawPacket, bytesParsed }: ClientError): boolean {
  const text = rawPacket?.subarray(0, bytesParsed).toString('latin1') ?? '';
  const end = text.lastIndexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(end + 4);
  return !head.includes('\n') && (/^[A-Z]+ /.test(head) || !head.includes(' '));
}
