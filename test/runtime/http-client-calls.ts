import type { CallOf } from './http-client-operation.js';
import type {
  ApiDescriptor,
  CallOptions,
  OperationDescriptor,
  Unexpected,
  Success,
  WireResponse,
} from '@tallystick/runtime';
import { type Client, type ClientOptions, connect } from '@tallystick/runtime/http';
import {
  type Answer,
  json,
  manualTimers,
  type ManualTimers,
  type RecordingTransport,
  recordingTransport,
} from './http-client-fixture.js';
import { operation } from './http-client-operation.js';

export const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://kettles.example' }],
  variables: {},
  security: { bearer: { kind: 'http', scheme: 'bearer' } },
};
const jsonContent: OperationDescriptor['outcomes'][number]['contents'] = [
  { mediaType: 'application/json', codec: 'json' },
];
export const ok: OperationDescriptor['outcomes'][number] = {
  status: 200,
  respond: 'ok',
  contents: jsonContent,
};

export type Outcome = Success<200, unknown> | Unexpected;
export const get: CallOf<[client: Client, options?: CallOptions], unknown, Outcome> = operation({
  id: 'get',
  method: 'GET',
  path: ['/'],
  input: 'none',
  outcomes: [ok],
});
export const postDescriptor: OperationDescriptor = {
  id: 'post',
  method: 'POST',
  path: ['/'],
  input: 'body',
  body: { contents: jsonContent },
  outcomes: [ok],
};
export const post: CallOf<
  [client: Client, body?: unknown, options?: CallOptions],
  unknown,
  Outcome
> = operation(postDescriptor);
export const keyed: CallOf<
  [client: Client, body?: unknown, options?: CallOptions],
  unknown,
  Outcome
> = operation({
  ...postDescriptor,
  id: 'keyed',
  parameters: [{ name: 'Idempotency-Key', in: 'header', type: { types: ['string'] } }],
  idempotencyHeader: 'Idempotency-Key',
});

export interface ClientFixture extends RecordingTransport {
  readonly client: Client;
  readonly timers: ManualTimers;
}

/** All random bits set: every back-off is as long as it may be. */
const longest = (length: number): Uint8Array => new Uint8Array(length).fill(0xff);

export function createClientFixture(
  answers: readonly Answer[],
  options: ClientOptions = {},
): ClientFixture {
  const timers = manualTimers();
  const transport = recordingTransport(...answers);
  const client = connect(api, {
    transport: transport.exchange,
    timers,
    random: longest,
    ...options,
  });
  return { ...transport, client, timers };
}

export const busy: WireResponse = { status: 503, headers: [], body: undefined };
export const fine: WireResponse = json(200, 'fine');
