import { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Error that Node reports for a request that it cannot parse. */
interface ClientError extends Error {
  readonly code?: string;
  /** The bytes of the last packet. */
  readonly rawPacket?: Buffer;
  /** Number of bytes of that packet that were parsed. */
  readonly bytesParsed?: number;
}

/** Socket of a `node:http` server. */
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

/**
 * Limits for reading from a connection after the error response, in milliseconds and bytes. Closing a connection with
 * unread bytes would discard the response.
 */
const lingering = { time: 1_000, bytes: 1_048_576 };

/** Connections that received an error response, and the number of bytes read from them by then. */
const bytesAtError = new WeakMap<Connection, number>();

/**
 * Responds to requests that Node cannot parse. Like Node's default, except that a target that is too long gets status
 * 414 (RFC 9110 section 15.5.15): Node sends 431 whenever a head exceeds its limit.
 */
export function answerClientError(error: ClientError, connection: Connection): void {
  const { bytesRead = 0 } = connection;
  const bytesThen = bytesAtError.get(connection);
  if (bytesThen !== undefined) {
    // Each packet that follows an unparseable request causes another such error.
    if (bytesRead - bytesThen > lingering.bytes) connection.destroy();
    return;
  }
  bytesAtError.set(connection, bytesRead);
  if (!connection.writable || hasStartedResponse(connection)) {
    connection.destroy();
    return;
  }
  const status = statusOf(error);
  connection.end(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nConnection: close\r\n\r\n`);
  const timer = setTimeout(() => connection.destroy(), lingering.time).unref();
  connection.on('end', () => connection.destroy()).on('close', () => clearTimeout(timer));
}

/**
 * True if a response has been started on this connection. Node makes the same check before it sends an error response.
 */
function hasStartedResponse(connection: Connection): boolean {
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
 * True if parsing stopped within the request line: no line break since the end of the last head. If the line began in
 * an earlier packet, text without a space is taken for a part of the target.
 */
function isWithinTarget({ rawPacket, bytesParsed }: ClientError): boolean {
  const text = rawPacket?.subarray(0, bytesParsed).toString('latin1') ?? '';
  const end = text.lastIndexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(end + 4);
  return !head.includes('\n') && (/^[A-Z]+ /.test(head) || !head.includes(' '));
}
