import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const program = `
import { createShopServer } from './shop/server.js';
import { ShopClient, getOrder, type GetOrderResponses } from './shop/index.js';

const shop = new ShopClient();
await shop.orders.get(7, { lines: true });
await shop.orders.list();
await getOrder(shop, 7);
const outcome = await shop.orders.get.result(7);
export const gone = (response: GetOrderResponses['notFound']): string => response.value.message;
export const server = createShopServer(
  {
    getOrder(request, respond) {
      return respond.notFound({ message: String(request.path.id) });
    },
    listOrders(_, respond) {
      return respond.ok([]);
    },
  },
  { authorities: ['shop.example'] },
);
export { outcome };
`;

const description = `
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.example }]
tags: [{ name: orders }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      responses:
        '200': { description: All orders., content: { application/json: { schema: { type: array, items: { type: integer } } } } }
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Get an order
      description: An order with its lines, in the state that it has at the time of the call.
      tags: [orders]
      parameters:
        - { name: id, in: path, required: true, description: Number on the invoice., schema: { type: integer } }
        - { name: lines, in: query, description: Whether to include the lines., schema: { type: boolean } }
        - { name: currency, in: query, description: Currency of the prices., schema: { type: string } }
      responses:
        '200': { description: The order., content: { application/json: { schema: { type: integer } } } }
        '404':
          description: No invoice has this number.
          content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } }
`;

const { generate, memoryHost } = await import('../../generator/index.js');
const host = memoryHost({ '/editor/shop.yaml': description }, '/editor');
await generate({ documents: ['shop.yaml'], out: 'shop' }, host);
const sources = new Map([
  ...host.files(),
  ['/editor/main.ts', program],
  ['/editor/package.json', '{ "type": "module" }'],
]);
const main = '/editor/main.ts';
const runtime = resolve('runtime');

const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    paths: {
      '@tallystick/runtime': [`${runtime}/core/index.ts`],
      '@tallystick/runtime/http': [`${runtime}/http/index.ts`],
      '@tallystick/runtime/http/server': [`${runtime}/http/server/index.ts`],
      '@tallystick/runtime/validate': [`${runtime}/core/validate/index.ts`],
    },
  }),
  getScriptFileNames: () => [main],
  getScriptVersion: () => '1',
  getScriptSnapshot(path) {
    const text = read(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => '/editor',
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  fileExists: (path) => read(path) !== undefined,
  readFile: read,
  directoryExists: (path) => path.startsWith('/editor') || ts.sys.directoryExists(path),
});

function read(path: string): string | undefined {
  const text = sources.get(path);
  return text ?? (ts.sys.fileExists(path) ? readFileSync(path, 'utf8') : undefined);
}

/** Offset of the last character of the first occurrence of a text in the program. */
function endOf(text: string): number {
  expect(program).toContain(text);
  return program.indexOf(text) + text.length - 1;
}

/** Text and documentation that an editor shows for the name at the end of a text. */
function hoverAt(text: string): { readonly text: string; readonly docs: string } {
  const info = service.getQuickInfoAtPosition(main, endOf(text));
  return {
    text: ts.displayPartsToString(info?.displayParts),
    docs: ts.displayPartsToString(info?.documentation),
  };
}

/** Parameters that an editor shows after an opening parenthesis, with their documentation. */
function signatureAt(text: string): readonly (readonly [label: string, docs: string])[] {
  const help = service.getSignatureHelpItems(main, endOf(text) + 1, undefined);
  return (help?.items[0]?.parameters ?? []).map(({ displayParts, documentation }) => [
    ts.displayPartsToString(displayParts),
    ts.displayPartsToString(documentation),
  ]);
}

/** Lines to which an editor goes from the name at the end of a text. */
function definitionsAt(text: string): readonly string[] {
  return (service.getDefinitionAtPosition(main, endOf(text)) ?? []).map(
    ({ fileName, textSpan }) => {
      const before = (read(fileName) ?? '').slice(0, textSpan.start);
      const line = (read(fileName) ?? '').split('\n')[before.split('\n').length - 1] ?? '';
      return `${fileName.replace('/editor/', '')}: ${line.trim()}`;
    },
  );
}

test('the program compiles', () => {
  const problems = service.getSemanticDiagnostics(main);
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  ).toEqual([]);
});

test('hovering over a method of a service shows its signature and the summary', () => {
  expect(hoverAt('shop.orders.get')).toEqual({
    text: '(property) OrdersService.get: (id: number, query?: GetOrderQuery, options?: CallOptions) => Promise<number>',
    docs: 'Get an order. See {@link getOrder}.',
  });
});

test('hovering over a function shows all that the description says of the operation', () => {
  expect(hoverAt('await getOrder').docs).toContain(
    'An order with its lines, in the state that it has at the time of the call.',
  );
});

test.each([
  ['a function of respond', 'respond.notFound', 'No invoice has this number.'],
  ['an outcome', "GetOrderResponses['notFound", 'No invoice has this number.'],
  ['a handler', '    getOrder', 'Get an order.'],
])('hovering over %s shows the wording of the description', (_, text, docs) => {
  expect(hoverAt(text).docs).toBe(docs);
});

test('hovering over the result of a call shows the responses that its type is derived from', () => {
  expect(hoverAt('const outcome').text).toBe('const outcome: OutcomeOf<GetOrderResponses>');
});

test('the help for a call describes path and query parameters', () => {
  expect(signatureAt('shop.orders.get(')).toEqual([
    ['id: number', 'Number on the invoice.'],
    [
      'query?: GetOrderQuery',
      '- `lines`: Whether to include the lines.\n- `currency`: Currency of the prices.',
    ],
    ['options?: CallOptions', ''],
  ]);
});

test.each([
  [
    'a method of a service',
    'await shop.orders.get',
    'shop/operations/orders.ts: readonly get: Call<GetOrderCall, GetOrderResponses>;',
  ],
  [
    'a function',
    'await getOrder',
    'shop/operations/orders.ts: export const getOrder: Operation<GetOrderCall, GetOrderResponses> = /* @__PURE__ */ operation(',
  ],
  [
    'a function of respond',
    'respond.notFound',
    'shop/operations/orders.ts: readonly notFound: Failure<404, GetOrderNotFoundResponse>;',
  ],
])('%s has one definition', (_, text, line) => {
  expect(definitionsAt(text)).toEqual([line]);
});
