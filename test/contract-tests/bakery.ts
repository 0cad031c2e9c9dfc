import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';

interface Order {
  readonly id: number;
  readonly bread: number;
  readonly count: number;
  status: string;
}

/** What a bakery does otherwise than its description says. */
export interface Mistakes {
  readonly breadName?: unknown;
  readonly status?: number;
  readonly initial?: string;
  readonly baked?: string;
  readonly withoutId?: boolean;
}

/** A bakery that keeps orders, as a transport, and the requests that it has received. */
export function createBakery(mistakes: Mistakes = {}): {
  readonly transport: HttpHandler;
  readonly requests: string[];
} {
  const orders = new Map<number, Order>();
  const requests: string[] = [];
  const transport: HttpHandler = async (request) => {
    const line = `${request.method} ${request.target.replace('/v1', '')}`;
    requests.push(line);
    const text = await bodyText(request);
    return mistakes.status === undefined ? respond(line, text) : json(mistakes.status, {});
  };
  return { transport, requests };

  function respond(line: string, text: string): WireResponse {
    const [method, target = ''] = line.split(' ');
    const [, first, second, third] = target.replace(/\?.*/, '').split('/');
    if (first === 'breads' && third === 'photo')
      return { status: 204, headers: [], body: undefined };
    const bread = { id: 7, name: mistakes.breadName ?? 'Rye bread' };
    if (first === 'breads' && second === undefined) return json(200, [bread]);
    if (first === 'breads')
      return second === '7' ? json(200, bread) : json(404, { message: 'no bread' });
    if (second === undefined) return create(text);
    const order = orders.get(Number(second));
    if (order === undefined) return json(404, { message: 'no order' });
    if (method === 'DELETE') {
      orders.delete(order.id);
      return { status: 204, headers: [], body: undefined };
    }
    if (third === 'invoice')
      return { status: 200, headers: ['Content-Type', 'application/pdf'], body: new Uint8Array(3) };
    if (third === 'bake') {
      if (order.status !== 'new') return json(409, { message: 'not new' });
      order.status = mistakes.baked ?? 'baking';
    }
    return json(200, order);
  }

  function create(text: string): WireResponse {
    const given = text.startsWith('{')
      ? (JSON.parse(text) as { bread: number; count: number })
      : { bread: 7, count: 2 };
    if (given.count === 0) return json(422, { message: 'nothing to bake' });
    const id = orders.size + 1;
    const order: Order = { ...given, id, status: mistakes.initial ?? 'new' };
    orders.set(id, order);
    const { id: _, ...others } = order;
    return json(201, mistakes.withoutId === true ? others : order, [
      'Location',
      `/v1/orders/${id}`,
    ]);
  }
}

function json(status: number, value: unknown, headers: readonly string[] = []): WireResponse {
  return {
    status,
    headers: ['Content-Type', 'application/json', ...headers],
    body: new TextEncoder().encode(JSON.stringify(value)),
  };
}

async function bodyText({ body }: WireRequest): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body.stream) text += decoder.decode(chunk, { stream: true });
  return text;
}
