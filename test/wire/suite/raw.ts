import { connect } from 'node:net';
import type { WebHandler } from './adapters.js';
import type { WireText } from './case.js';
import { authority } from './document.js';
import { headerPairs, plainBytes, plainResponse, type PlainResponse } from './wire-text.js';

/** Sends a request as a case says it, and nothing else but for its length, to a server on loopback. */
export async function sendRaw(origin: string, stated: WireText): Promise<PlainResponse> {
  const body = bytesOf(stated);
  const pairs = ['Host', authority, ...headerPairs(stated.headers), 'Connection', 'close'];
  if (body.length > 0) pairs.push('Content-Length', String(body.length));
  const lines = pairs.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${pairs[at + 1]}`] : []));
  const head = [`${stated.line} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  const [response] = await sendBytes(origin, [Buffer.from(head, 'latin1'), body]);
  if (response === undefined) throw new Error('the connection was closed without an answer');
  return response;
}

/** Writes bytes as they are to a server on loopback, and gives every answer until it closes the connection. */
export async function sendBytes(
  origin: string,
  pieces: readonly Uint8Array[],
): Promise<readonly PlainResponse[]> {
  return responsesOf(await exchangeBytes(origin, pieces));
}

/** Writes bytes as they are to a server on loopback, and gives what it says until it closes the connection. */
export async function exchangeBytes(
  origin: string,
  pieces: readonly Uint8Array[],
): Promise<Buffer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const answered: Uint8Array[] = [];
  await new Promise<void>((resolve) => {
    socket.on('data', (piece) => answered.push(piece));
    socket.on('close', () => resolve());
    // A server that has answered may not wait for what else is sent.
    socket.on('error', () => socket.destroy());
    for (const piece of pieces) socket.write(piece);
  });
  return Buffer.concat(answered);
}

/** Reads the answers that stand one after the other, `100 Continue` left out. */
function responsesOf(bytes: Buffer): readonly PlainResponse[] {
  const responses: PlainResponse[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) throw new Error(`no answer: ${bytes.subarray(at).toString('latin1')}`);
    const [line = '', ...lines] = bytes.subarray(at, end).toString('latin1').split('\r\n');
    const headers = lines.flatMap((each) => {
      const colon = each.indexOf(':');
      return [each.slice(0, colon), each.slice(colon + 1).trim()];
    });
    const status = Number(line.split(' ')[1]);
    const { body, next } = bodyAt(bytes, end + 4, headers);
    at = next;
    if (status !== 100) responses.push({ status, headers, body: plainBytes(body) });
  }
  return responses;
}

function bodyAt(
  bytes: Buffer,
  start: number,
  headers: readonly string[],
): { readonly body: Uint8Array; readonly next: number } {
  const value = (wanted: string): string | undefined =>
    headers.find((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === wanted);
  if (value('transfer-encoding') !== 'chunked') {
    // An answer to HEAD says the length of what it leaves out.
    const next = Math.min(bytes.length, start + Number(value('content-length') ?? 0));
    return { body: bytes.subarray(start, next), next };
  }
  const pieces: Uint8Array[] = [];
  for (let at = start; ;) {
    const end = bytes.indexOf('\r\n', at);
    const length = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (length === 0) return { body: Buffer.concat(pieces), next: end + 4 };
    if (end < 0 || Number.isNaN(length)) throw new Error('an answer breaks off');
    pieces.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}

/** Hands a request as a case says it to a handler of web requests. */
export async function sendWeb(handler: WebHandler, stated: WireText): Promise<PlainResponse> {
  const at = stated.line.indexOf(' ');
  const pairs = headerPairs(stated.headers);
  const headers = new Headers();
  for (let index = 0; index + 1 < pairs.length; index += 2)
    headers.append(pairs[index] ?? '', pairs[index + 1] ?? '');
  const body = bytesOf(stated);
  const response = await handler(
    new Request(`https://${authority}${stated.line.slice(at + 1)}`, {
      method: stated.line.slice(0, at),
      headers,
      body: body.length === 0 ? null : body,
    }),
  );
  return plainResponse({
    status: response.status,
    headers: [...response.headers].flat(),
    body: new Uint8Array(await response.arrayBuffer()),
  });
}

function bytesOf({ body = '' }: WireText): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(typeof body === 'string' ? new TextEncoder().encode(body) : body);
}
