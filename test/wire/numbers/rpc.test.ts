import type { RpcCallOf } from '../../runtime/http-client-operation.js';
import { describe, expect, it } from 'vitest';
import type {
  ApiDescriptor,
  Transport,
  IntegersDescriptor,
  OperationDescriptor,
  Success,
  Unexpected,
} from '@tallystick/runtime';
import { type Client, connect } from '@tallystick/runtime/http';
import { batch, rpcOperation } from '@tallystick/runtime/rpc';
import { createRpcServer, type RpcHandlerRequest } from '@tallystick/runtime/rpc/server';

const api: ApiDescriptor = {
  title: 'Blocks',
  version: '1.0.0',
  servers: [{ url: 'https://rpc.example' }],
  variables: {},
  security: {},
};

const integers: IntegersDescriptor = {
  places: { Block: { properties: { at: true } } },
  at: 'Block',
};

function method(name: string, params: 'by-name' | { positions: string[] }): OperationDescriptor {
  return {
    id: name,
    method: 'POST',
    path: ['/rpc'],
    input: 'body',
    outcomes: [{ status: 200, respond: 'result' }],
    rpc: {
      method: name,
      params,
      members: [
        { name: 'at', required: true, integers: { places: {}, at: true } },
        { name: 'depth', required: true },
      ],
      integers,
    },
  };
}

interface Block {
  readonly at: bigint;
  readonly depth: number;
}
type Ended = Success<200, Block> | Unexpected;
const named = method('named', 'by-name');
const listed = method('listed', { positions: ['at', 'depth'] });
const callNamed = rpcOperation<RpcCallOf<readonly [Client, Block], Block, Ended>>(named);
const callListed = rpcOperation<RpcCallOf<readonly [Client, Block], Block, Ended>>(listed);

interface Respond {
  result(body: Block): unknown;
}
const echo = ({ params }: RpcHandlerRequest<Block>, respond: Respond): unknown =>
  respond.result(params);

const handle = createRpcServer(
  api,
  [
    { descriptor: named, handler: 'named' },
    { descriptor: listed, handler: 'listed' },
  ],
  { named: echo, listed: echo },
  { authorities: ['rpc.example'] },
);

describe('JSON-RPC with 64-bit integers as bigint', () => {
  const block: Block = { at: 9223372036854775807n, depth: 2 };
  const other: Block = { at: -9007199254740993n, depth: 3 };
  const client = connect(api, { transport: handle });

  it('transfers them in params by name and by position, alone and in a batch', async () => {
    expect(await callNamed(client, block)).toEqual(block);
    expect(await callListed(client, other)).toEqual(other);
    const calls = [callNamed.prepare(block), callListed.prepare(other)] as const;
    expect(await batch(client, calls)).toEqual([block, other]);
  });

  it('rejects other numbers that lose digits, on both sides', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"named","params":{"at":1,"depth":9007199254740993}}';
    const headers = ['Host', 'rpc.example', 'Content-Type', 'application/json'];
    const response = await handle({
      method: 'POST',
      scheme: 'https',
      authority: 'rpc.example',
      target: '/rpc',
      headers,
      body,
    });
    expect(JSON.parse(response.body as string)).toMatchObject({ error: { code: -32700 } });
    const transport: Transport = async () => ({
      status: 200,
      headers: ['Content-Type', 'application/json'],
      body: '{"jsonrpc":"2.0","id":0,"result":{"at":1,"depth":9007199254740993}}',
    });
    expect(await callNamed.result(connect(api, { transport }), block)).toMatchObject({
      kind: 'invalid-response',
    });
  });
});
