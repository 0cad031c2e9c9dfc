import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientOptions } from '@tallystick/runtime';
import { parse, type ScalarTag, type CollectionTag } from 'yaml';

/** The shared part of the cases of one topic: a small document, from which one client and one server are generated. */
export interface Topic {
  /** Its folder and file: `parameters/path-simple`. */
  readonly name: string;
  /** Its topic, for the table in `docs/wire.md`. */
  readonly title: string;
  /** The sections of the specifications that decide. */
  readonly spec: string;
  /** Default 3.1.1. */
  readonly openapi?: string;
  /** Operations by id. Method `get`, path `/<id>` and the one answer 204 go without saying. */
  readonly operations: Readonly<Record<string, OperationSource>>;
  readonly components?: unknown;
  /** Extensions of the document's root: `x-dates`. */
  readonly extensions?: object;
  /** Default: the one host of the suite. */
  readonly servers?: readonly object[];
  /** Members beside the operations of a path, by path. */
  readonly pathItems?: Readonly<Record<string, object>>;
  /** Options of the server. */
  readonly server?: object;
  readonly cases: readonly WireCase[];
}

/** An operation object of OpenAPI with its method and path beside it. */
export interface OperationSource extends Readonly<Record<string, unknown>> {
  readonly method?: string;
  readonly path?: string;
}

/** One exchange, as client, wire and server see it. */
export interface WireCase {
  readonly name: string;
  readonly operation: string;
  /** Arguments of the client's call; without them the case is about the server only. */
  readonly call?: Arguments;
  /** Options of the client; with `checks: true` those that were generated. */
  readonly client?: Omit<ClientOptions, 'checks'> & { readonly checks?: boolean };
  /** Scheme and authority that the request goes to. */
  readonly to?: string;
  /** Responses to earlier attempts, each of which sends the same request. */
  readonly before?: readonly WireAnswer[];
  /** Milliseconds that the client pauses between attempts. */
  readonly pauses?: readonly number[];
  /** Events that the client's hooks receive. */
  readonly warned?: readonly string[];
  /** The request on the wire: `GET /a?b=c`, with headers and body if present. */
  readonly request?: string | WireText;
  /** The handler's input if it differs from the client's arguments. */
  readonly received?: HandlerArguments;
  /** What the handler answers: nothing, by the first declared outcome, if absent. */
  readonly answer?: Answered;
  /** What stands on the wire then. Default: the handler's status and nothing else. */
  readonly response?: WireAnswer;
  /** What the client makes of it where that is not what the handler answered. */
  readonly outcome?: Readonly<Record<string, unknown>>;
  /** The client refuses to send, and says where the fault is: `/path/color`. */
  readonly refused?: string;
  /** The server refuses, its handler never entered: the status, and the places that it names. */
  readonly fault?: { readonly status: number; readonly at?: readonly string[] };
  /** The half that the case is about, where the other can not be asked. */
  readonly only?: 'client' | 'server';
  /** Places in which the case does not hold, each with the rule that forbids it there. In all others it does. */
  readonly except?: Readonly<Partial<Record<Place, string>>>;
  /** Why something is as it is, for the reader. */
  readonly because?: string;
}

/** Where rules of somebody else's hold: `web` is every server that gets its requests as those of the web. */
export type Place = 'browser' | 'bun' | 'deno' | 'workerd' | 'web' | 'fastify';

/** What a handler gets: values by the place they travel in, and by name. */
export interface HandlerArguments extends Omit<Arguments, 'path' | 'contentType' | 'accept'> {
  readonly path?: Readonly<Record<string, unknown>>;
}

/** What a call is given: values by the place they travel in, those of the path in its order. */
export interface Arguments {
  readonly path?: readonly unknown[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
}

/** A request as it stands on the wire. Headers are all there are, but for `Host`. */
export interface WireText {
  readonly line: string;
  readonly headers?: HeaderLines;
  readonly body?: string | Uint8Array;
}

/** By name, or pairs where a name comes twice. */
export type HeaderLines =
  | Readonly<Record<string, string>>
  | readonly (readonly [name: string, value: string])[];

/** What a handler answers. */
export interface Answered {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly contentType?: string;
}

/** A response as it stands on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers?: HeaderLines;
  readonly body?: string | Uint8Array;
  /** How the body is packed where it travels over a network; the transport unpacks it. */
  readonly coding?: 'gzip' | 'deflate' | 'br';
}

const folder = join(import.meta.dirname, '../cases');

/** Every topic, in the order of their names. */
export function readTopics(): readonly Topic[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => readTopic(path.replaceAll('\\', '/')));
}

function readTopic(path: string): Topic {
  const text = readFileSync(join(folder, path), 'utf8');
  const content: unknown = parse(text, { customTags: [bytes, utf8, bigint, date, absent, file] });
  const name = path.replace(/\.yaml$/, '');
  knownMembers(content, topicMembers, name);
  const topic = { ...(content as Omit<Topic, 'name'>), name };
  const names = new Set<string>();
  for (const each of topic.cases) {
    knownMembers(each, caseMembers, `${name}: ${each.name}`);
    knownMembers(each.except ?? {}, places, `${name}: ${each.name}`);
    if (topic.operations[each.operation] === undefined)
      throw new Error(`${name}: "${each.name}" names an operation that is not there`);
    if (names.has(each.name)) throw new Error(`${name}: "${each.name}" is there twice`);
    names.add(each.name);
  }
  return topic;
}

const topicMembers = Object.keys({
  title: 0,
  spec: 0,
  openapi: 0,
  operations: 0,
  components: 0,
  extensions: 0,
  servers: 0,
  pathItems: 0,
  server: 0,
  cases: 0,
} satisfies Record<keyof Omit<Topic, 'name'>, 0>);
const caseMembers = Object.keys({
  name: 0,
  operation: 0,
  call: 0,
  client: 0,
  to: 0,
  before: 0,
  pauses: 0,
  warned: 0,
  request: 0,
  received: 0,
  answer: 0,
  response: 0,
  outcome: 0,
  refused: 0,
  fault: 0,
  only: 0,
  except: 0,
  because: 0,
} satisfies Record<keyof WireCase, 0>);

const places = Object.keys({
  browser: 0,
  bun: 0,
  deno: 0,
  workerd: 0,
  web: 0,
  fastify: 0,
} satisfies Record<Place, 0>);

/** A member with a slip in its name would be a promise that nobody holds. */
function knownMembers(value: unknown, known: readonly string[], where: string): void {
  if (typeof value !== 'object' || value === null) throw new Error(`${where} is no object`);
  const strange = Object.keys(value).filter((member) => !known.includes(member));
  if (strange.length > 0) throw new Error(`${where} has "${strange.join('", "')}"`);
}

/** `!bytes 00 ff` */
const bytes: ScalarTag = {
  tag: '!bytes',
  resolve: (text) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex')),
};

/** `!utf8 text`: the bytes of a text. */
const utf8: ScalarTag = {
  tag: '!utf8',
  resolve: (text) => new TextEncoder().encode(text),
};

/** `!bigint 9007199254740993` */
const bigint: ScalarTag = { tag: '!bigint', resolve: (text) => BigInt(text) };

/** `!date 2024-01-31T12:00:00Z`; no date for any other text. */
const date: ScalarTag = { tag: '!date', resolve: (text) => new Date(text) };

/** `!absent ''`: `undefined`. */
const absent: ScalarTag = { tag: '!absent', resolve: () => undefined };

/** `!file [name, type, text]` */
const file: CollectionTag = {
  tag: '!file',
  collection: 'seq',
  resolve(list) {
    const [name, type, text] = (list as { toJSON(): string[] }).toJSON();
    return new File([text ?? ''], name ?? '', { type: type ?? '' });
  },
};
