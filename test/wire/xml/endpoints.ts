import { connect } from '@tallystick/runtime/http';
import type { HttpHandler, Transport, WireResponse } from '@tallystick/runtime';
import { xml } from '@tallystick/runtime/xml';
import type { GenerateRequest } from '../../../generator/pipeline/request.js';
import { generateFrom, generateText } from '../suite/generated.js';

/** Schemas that are sent and answered as XML, by the name of what is tried. */
export interface XmlDocument {
  readonly openapi: string;
  readonly bodies: Readonly<Record<string, object>>;
  readonly schemas?: Readonly<Record<string, object>>;
  readonly more?: object;
  readonly settings?: Partial<GenerateRequest>;
}

/** What came of sending a value: its text, what the handler got, the text of the answer, and what the call gave. */
export interface Sent {
  readonly request: string;
  readonly got: unknown;
  readonly response: string;
  readonly outcome: object;
}

/** Both halves of a package with an operation for each body, which answers with what it is sent. */
export interface XmlEndpoints {
  send(name: string, value: unknown): Promise<Sent>;
  /** Hands a document to the server; what its handler got, if it was asked. */
  receive(
    name: string,
    text: string,
    type?: string,
  ): Promise<{ response: WireResponse; got: unknown }>;
  /** Hands a document to the client as the answer of a server. */
  answer(name: string, value: unknown, text: string | Uint8Array, type?: string): Promise<object>;
  readonly files: ReadonlyMap<string, string>;
}

export async function createXmlEndpoints(document: XmlDocument): Promise<XmlEndpoints> {
  const { openapi, bodies, schemas = {}, more = {}, settings } = document;
  const names = Object.keys(bodies);
  const text = JSON.stringify({
    openapi,
    info: { title: 'Suite', version: '1.0.0', description: 'Bodies of XML.' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(
      names.map((name, index) => {
        const content = { 'application/xml': { schema: bodies[name] } };
        const responses = { '200': { description: 'The same.', content } };
        const operation = {
          operationId: `echo${index}`,
          requestBody: { required: true, content },
          responses,
        };
        return [`/echo/${index}`, { post: operation }];
      }),
    ),
    components: { schemas },
    ...more,
  });
  const generated =
    settings === undefined
      ? await generateText('bodies of XML', text)
      : await generateFrom('bodies of XML', { 'openapi.json': text }, settings);
  let got: unknown;
  let request = '';
  let response = '';
  const handlers = Object.fromEntries(
    names.map((_, index) => [
      `echo${index}`,
      ({ body }: { readonly body: unknown }, respond: { ok(body: unknown): unknown }) => {
        got = body;
        return respond.ok(body);
      },
    ]),
  );
  const handle = generated.createServer(handlers, {
    authorities: ['api.example.com'],
    validateResponses: generated.checks,
    xml,
  });
  const transport: Transport = async (sent) => {
    request = String(sent.body);
    const answered = await handle(sent);
    response = String(answered.body);
    return answered;
  };
  const options = { checks: generated.checks, onInvalidResponse: 'error', xml } as const;
  const client = connect(generated.description, { transport, ...options });
  const call = (name: string) => generated.call(`echo${names.indexOf(name)}`);
  return {
    files: generated.files,
    async send(name, value) {
      got = undefined;
      [request, response] = ['', ''];
      const outcome = await call(name).result(client, value);
      return { request: bare(request), got, response: bare(response), outcome };
    },
    async receive(name, body, type = 'application/xml') {
      got = undefined;
      const answered = await handle({
        method: 'POST',
        scheme: 'https',
        authority: 'api.example.com',
        target: `/echo/${names.indexOf(name)}`,
        headers: ['Host', 'api.example.com', 'Content-Type', type],
        body,
      });
      return { response: answered, got };
    },
    answer(name, value, body, type = 'application/xml') {
      const answering: HttpHandler = async () => ({
        status: 200,
        headers: ['Content-Type', type],
        body,
      });
      return call(name).result(
        connect(generated.description, { transport: answering, ...options }),
        value,
      );
    },
  };
}

/** A document without its declaration. */
function bare(text: string): string {
  return text.replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');
}
