import {
  type CallOptions,
  json,
  type OperationDescriptor,
  type RpcFailure,
  type Success,
  type Unexpected,
} from '@tallystick/runtime';
import type { Client } from '@tallystick/runtime/http';
import { bindPagedRpc, type PagedRpcCall, pagedRpcOperation } from '@tallystick/runtime/rpc';
import type { Balance, BalancePage, ListBalancesRequest } from '../types.js';

export const listBalancesDescriptor: OperationDescriptor = {
  id: 'listBalances',
  method: 'POST',
  path: ['/rpc/v1/base/', 0],
  parameters: [
    {
      name: 'clientApiKey',
      in: 'path',
      required: true,
      type: { types: ['string'] },
      credential: true,
    },
  ],
  input: 'body',
  outcomes: [{ status: 200, respond: 'result', contents: [json] }],
  security: [{ clientApiKey: [] }],
  pagination: {
    request: { name: 'pageToken', in: 'body' },
    next: { path: ['nextPageToken'] },
    items: ['balances'],
  },
  rpc: {
    method: '{prefix}_listBalances',
    params: 'single',
    errors: [
      { code: -32700, name: 'parseError' },
      { code: -32600, name: 'invalidRequest' },
      { code: -32601, name: 'methodNotFound' },
      { code: -32602, name: 'invalidParams' },
      { code: -32603, name: 'internalError' },
    ],
  },
};

/** Arguments of {@link listBalances}. */
export type ListBalancesArguments = [params: ListBalancesRequest, options?: CallOptions];

/** Every way in which {@link listBalances} can end. */
export type ListBalancesOutcome =
  | Success<200, BalancePage>
  | RpcFailure<-32700 | -32600 | -32601 | -32602 | -32603>
  | Unexpected;

/**
 * List balances
 *
 * Lists what an address holds on the network `base`, a page at a time: the network's own asset and every token
 * of which it holds some.
 *
 * JSON-RPC method `{prefix}_listBalances`.
 */
export const listBalances: PagedRpcCall<
  [client: Client, ...ListBalancesArguments],
  BalancePage,
  Balance,
  ListBalancesOutcome
> = /* @__PURE__ */ pagedRpcOperation(listBalancesDescriptor);

/** What an address holds. */
export class BalancesService {
  /**
   * List balances
   *
   * Lists what an address holds on the network `base`, a page at a time: the network's own asset and every token
   * of which it holds some.
   *
   * JSON-RPC method `{prefix}_listBalances`.
   */
  readonly list: PagedRpcCall<ListBalancesArguments, BalancePage, Balance, ListBalancesOutcome>;

  constructor(client: Client) {
    this.list = bindPagedRpc(client, listBalances);
  }
}
