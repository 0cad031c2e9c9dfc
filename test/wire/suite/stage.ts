import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Topic, WireAnswer } from './case.js';
import type { Generated } from './generated.js';
import { listenOn } from './mounts.js';
import { statedResponse } from './stated.js';
import { headerPairs } from './wire-text.js';

/** A topic, and what was generated for it. */
export interface Staged {
  readonly topic: Topic;
  readonly generated: Generated;
}

/** A request as it came over the wire. */
export interface Arrived {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** The other side of every client: a plain server that answers what the cases say and remembers what came. */
export interface Stage {
  /** Of the machine's own loopback. */
  readonly origin: string;
  /** What a client of one case is told to send everything to. */
  baseUrl(topic: number, index: number): string;
  /** What has come for a case. */
  arrived(topic: number, index: number): readonly Arrived[];
  close(): Promise<void>;
}

/** What else a stage answers: `undefined` where it is nothing of theirs. */
export type Aside = (path: string, body: Uint8Array) => AsideAnswer | undefined;

/** An answer beside the cases. */
export interface AsideAnswer {
  readonly type: string;
  readonly text: string;
}

/** Opens a stage for the cases of these topics. */
export async function openStage(staged: readonly Staged[], aside?: Aside): Promise<Stage> {
  const arrived = new Map<string, Arrived[]>();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [, place, target] = /^\/case\/(\d+\/\d+)(.*)$/s.exec(request.url ?? '') ?? [];
      if (place === undefined || target === undefined) {
        const answer = aside?.(request.url ?? '', body);
        response.writeHead(answer === undefined ? 404 : 200, {
          'Content-Type': answer?.type ?? 'text/plain',
        });
        response.end(answer?.text);
        return;
      }
      const [topic = 0, index = 0] = place.split('/').map(Number);
      const each = staged[topic];
      const wire = each?.topic.cases[index];
      const before = arrived.get(place) ?? [];
      const line = `${request.method} ${target}`;
      arrived.set(place, [...before, { line, headers: request.rawHeaders, body }]);
      if (each === undefined || wire === undefined) throw new Error(`there is no case ${place}`);
      answer(
        wire.before?.[before.length] ?? statedResponse(each.generated, wire),
        request,
        response,
      );
    });
  });
  const { origin, close } = await listenOn(server);
  return {
    origin,
    baseUrl: (topic, index) => `${origin}/case/${topic}/${index}`,
    arrived: (topic, index) => arrived.get(`${topic}/${index}`) ?? [],
    close,
  };
}

function answer(
  { status, headers, body: plain = '', coding }: WireAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const body = coding === undefined ? plain : packing[coding](plain);
  const pairs = [...headerPairs(headers)];
  if (coding !== undefined) pairs.push('Content-Encoding', coding);
  const bodiless = request.method === 'HEAD' || status === 204 || status === 304;
  const hasLength = pairs.some((name, at) => at % 2 === 0 && /^content-length$/i.test(name));
  if (!bodiless && !hasLength) pairs.push('Content-Length', String(Buffer.byteLength(body)));
  // Beside text Node would write the head in UTF-8, too.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, pairs).end(bodiless ? undefined : bytes);
}

const packing = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}
