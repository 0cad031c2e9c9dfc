import { xml } from '@tallystick/runtime/xml';
import type { HttpHandler } from '@tallystick/runtime';
import type { WireCase } from './case.js';
import { authority } from './document.js';
import type { Loaded } from './generated.js';
import { firstStatus } from './stated.js';

/** What a handler got. */
export type Received = Readonly<Record<string, unknown>>;

/** A server of a topic whose handlers answer as a case says. */
export interface SuiteServer {
  readonly handle: HttpHandler;
  /** Says which case is being held to, and forgets what handlers got. */
  expects(wire: WireCase): void;
  /** What the handler of the current case got; nothing if it was never entered. */
  received(): readonly Received[];
  /** Why the server refused, as its log has it. */
  readonly reasons: string[];
}

/** Makes the server of a topic. */
export function suiteServer(generated: Loaded, options: object = {}): SuiteServer {
  const reasons: string[] = [];
  let current: WireCase | undefined;
  let entered: Received[] = [];
  const handlers = new Proxy(
    {},
    {
      get: (_, operation) => async (request: Received, respond: Makers) => {
        if (current?.operation !== operation) throw new Error(`${String(operation)} was entered`);
        entered.push(await taken(request));
        return answered(generated, current, respond);
      },
      has: () => true,
    },
  );
  const handle = generated.createServer(handlers, {
    authorities: [authority],
    xml,
    log: ({ reason, cause }: { readonly reason: string; readonly cause?: unknown }) =>
      reasons.push(cause === undefined ? reason : `${reason}: ${String(cause)}`),
    ...options,
  });
  return {
    handle,
    expects(wire) {
      current = wire;
      entered = [];
      reasons.length = 0;
    },
    received: () => entered,
    reasons,
  };
}

type Makers = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

/** A request with everything that comes piece by piece read to its end. */
async function taken({ path, query, headers, cookies, body }: Received): Promise<Received> {
  return { path, query, headers, cookies, body: await settled(body) };
}

/** A value with streams read, and files as what is known of them. */
export async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof File) {
    const { name, type } = value;
    return { name, type, text: await value.text() };
  }
  if ('bytes' in value && typeof value.bytes === 'function') return value.bytes();
  if (Symbol.asyncIterator in value) {
    const items: unknown[] = [];
    for await (const item of value as AsyncIterable<unknown>) items.push(item);
    return items;
  }
  if (Array.isArray(value)) return Promise.all(value.map(settled));
  if (Object.getPrototypeOf(value) !== null && Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const members = Object.entries(value).map(async ([name, member]) => [
    name,
    await settled(member),
  ]);
  return Object.fromEntries(await Promise.all(members));
}

function answered(generated: Loaded, wire: WireCase, respond: Makers): unknown {
  const {
    status = firstStatus(generated, wire.operation),
    body,
    headers,
    contentType,
  } = wire.answer ?? {};
  const { outcomes } = generated.descriptor(wire.operation);
  const keys = [status, `${Math.floor(status / 100)}XX`, 'default'];
  const outcome = keys
    .map((key) => outcomes.find((each) => each.status === key))
    .find((each) => each !== undefined);
  const parts = [body, headers, contentType];
  return respond[outcome?.respond ?? '']?.(
    ...(typeof outcome?.status === 'number' ? parts : [status, ...parts]),
  );
}
