import { diagnosticPosition } from '../../../generator/core/origin.js';
import { lint } from '../../../generator/lint/lint.js';
import { resolvePagination } from '../../../generator/lint/settle-pagination.js';
import { description, read } from '../model/read.js';

/** Everything that reading and linting say, as `severity code line`. */
export async function lintText(text: string, strict = false): Promise<readonly string[]> {
  const { api, diagnostics } = read(text);
  const settled = api && resolvePagination(api);
  const linted = settled?.value && (await lint(settled.value, { strict }));
  const all = [...diagnostics, ...(settled?.diagnostics ?? []), ...(linted ?? [])];
  return all.map(
    (diagnostic) =>
      `${diagnostic.severity} ${diagnostic.code} ${diagnosticPosition(diagnostic).position?.line}`,
  );
}

export const ok = "responses: { '200': { description: ok } }";
export const state = (text: string): string =>
  description({ components: `schemas:\n  A:\n    enum: [cold, hot]\n    x-state: ${text}` });
export const header = (text: string): string =>
  description({
    paths: `/a:\n  post:\n    parameters:\n      - { name: X-Key, ${text} }\n    ${ok}`,
  });
export const linked = (links: string): string =>
  description({
    paths: `/a/{id}:
  get:
    operationId: read
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    responses: { '200': { description: ok, links: ${links} } }`,
  });
export const page = (text: string): string =>
  description({
    paths: `
/a:
  get:
    x-pagination: ${text}
    parameters:
      - { name: page, in: query, schema: { type: string } }
      - { name: needed, in: query, required: true, schema: { type: string, minLength: 1 } }
    responses:
      '200':
        description: ok
        headers: { X-Next: { schema: { type: string } } }
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Page' }`,
    components: `
schemas:
  Page:
    properties:
      data: { type: array, items: { type: string } }
      more: { type: boolean }
      next: { type: [string, 'null'] }`,
  });
export const fault = (text: string): string =>
  description({
    paths:
      "/a:\n  get:\n    responses: { default: { description: x, content: { application/json: { schema: { $ref: '#/components/schemas/E' } } } } }",
    components: `schemas:\n  E:\n    type: object\n    required: [message]\n    properties: { code: { enum: [a, b] }, message: { type: string }, count: { type: integer } }\n    x-error: ${text}`,
  });
export const jwt = (
  change: (scheme: Record<string, unknown>) => void,
  scopes: readonly string[] = [],
): string => {
  const scheme: Record<string, unknown> = {
    credential: { name: 'apiKey', parameters: ['keyName', 'keySecret'] },
    keyFormats: ['pem'],
    algorithms: ['ES256'],
    header: { kid: '{credential.keyName}' },
    claims: { iss: '{variables.issuer}', nbf: '{now}', exp: '{now+60}' },
    lifetime: 60,
    verify: { key: { header: 'kid' }, claims: { nbf: {}, exp: {} } },
  };
  change(scheme);
  return description({
    root: 'x-variables: { issuer: { default: me } }\nsecurity: [{ bearer: [] }]',
    ...(scopes.length > 0 && {
      paths: `/a:\n  get: { security: [{ bearer: [${scopes.join()}] }], ${ok} }`,
    }),
    components: `securitySchemes:\n  bearer: { type: http, scheme: bearer, x-jwt: ${JSON.stringify(scheme)} }`,
  });
};
/** A scheme with signatures and two operations: one that requires it, one that does not. */
export const hmac = (
  change: (scheme: Record<string, unknown>) => void,
  parts: { readonly requirement?: string; readonly type?: string; readonly body?: string } = {},
): string => {
  const scheme: Record<string, unknown> = {
    credential: { name: 'apiKey' },
    secret: 'base64',
    encoding: 'base64',
    prehash: '{timestamp}{method}{target}{body}',
    headers: {
      'X-Key': '{key}',
      'X-Sign': '{signature}',
      'X-Time': '{timestamp}',
      'X-Phrase': '{passphrase}',
    },
    timestamp: { unit: 'seconds', decimals: 3, tolerance: 30 },
  };
  change(scheme);
  const { requirement = '{ key: [] }', type = 'apiKey, in: header, name: X-Key', body } = parts;
  const request = body === undefined ? '' : `requestBody: { content: { ${body}: {} } }, `;
  return description({
    root: 'x-variables: { prefix: { default: me } }',
    paths: `/a:\n  put: { security: [${requirement}], ${request}${ok} }\n  get: { security: [], ${ok} }`,
    components: `securitySchemes:\n  key: { type: ${type}, x-hmac: ${JSON.stringify(scheme)} }`,
  }).replace('x-variables: { prefix: { default: me } }', () =>
    JSON.stringify(scheme).includes('{variables.prefix}')
      ? 'x-variables: { prefix: { default: me } }'
      : 'x-note: none',
  );
};
/** A form with members of several kinds, under encodings of one line each. */
export const form = (encoding: string, type = 'multipart/form-data'): string =>
  description({
    paths: `
/a:
  post:
    requestBody:
      content:
        ${type}:
          schema:
            properties: { file: { type: string, format: binary }, ids: { type: array, items: { type: integer } }, flat: { type: object, properties: { a: { type: string } } }, deep: { type: object, properties: { a: { type: array, items: { type: object } } } } }
          encoding:
            ${encoding.replaceAll('\n', '\n            ')}
    ${ok}`,
  });
