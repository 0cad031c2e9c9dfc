import type { CallOf } from './http-client-operation.js';
import type {
  ApiDescriptor,
  CallOptions,
  Credential,
  OperationDescriptor,
  RequirementDescriptor,
  Success,
  Unexpected,
} from '@tallystick/runtime';
import { type Client, connect } from '@tallystick/runtime/http';
import {
  type Answer,
  json,
  recordingTransport,
  type RecordingTransport,
} from './http-client-fixture.js';
import { operation } from './http-client-operation.js';

export const api: ApiDescriptor = {
  title: 'Vault',
  version: '1.0.0',
  servers: [{ url: 'https://{region}.vault.example/base' }],
  variables: { region: { default: 'eu', enum: ['eu', 'us'] }, issuer: { default: 'vault' } },
  security: {
    bearer: { kind: 'http', scheme: 'bearer' },
    basic: { kind: 'http', scheme: 'basic' },
    digest: { kind: 'http', scheme: 'Digest' },
    wallet: { kind: 'apiKey', in: 'header', name: 'X-Wallet-Auth' },
    query: { kind: 'apiKey', in: 'query', name: 'api key' },
    cookie: { kind: 'apiKey', in: 'cookie', name: 'session' },
    path: { kind: 'apiKey', in: 'path', name: 'clientKey' },
    oauth: { kind: 'oauth2' },
    certificate: { kind: 'mutualTLS' },
  },
};
type Outcome = Success<200, unknown> | Unexpected;
export type Plain = CallOf<
  [client: Client, body?: unknown, options?: CallOptions],
  unknown,
  Outcome
>;

export const base: OperationDescriptor = {
  id: 'open',
  method: 'POST',
  path: ['/open'],
  input: 'body',
  body: { contents: [{ mediaType: 'application/octet-stream', codec: 'binary' }] },
  outcomes: [{ status: 200, respond: 'ok' }],
};

export function createSecuredClient(
  security: readonly RequirementDescriptor[],
  credentials: Readonly<Record<string, Credential | undefined>>,
  change: Partial<OperationDescriptor> = {},
  ...answers: readonly Answer[]
): RecordingTransport & { readonly client: Client; readonly open: Plain } {
  const transport = recordingTransport(...(answers.length === 0 ? [json(200, 1)] : answers));
  return {
    ...transport,
    client: connect(api, { transport: transport.exchange, credentials, retry: false }),
    open: operation({ ...base, security, ...change }),
  };
}
