import type { Answer, Awaitable, Granted, ServerOperation } from '@tallystick/runtime/http/server';
import type { RpcErrorAnswer, RpcHandlerRequest } from '@tallystick/runtime/rpc/server';
import { listBalancesDescriptor } from '../operations/balances.js';
import type { BalancePage, ListBalancesRequest } from '../types.js';
import type { RpcPrincipals } from './principals.js';

/** What the handler of `listBalances` receives. */
export interface ListBalancesHandlerRequest<
  Principals extends RpcPrincipals = RpcPrincipals,
> extends RpcHandlerRequest<ListBalancesRequest, Granted<Principals, 'clientApiKey'>> {}

/** Every answer that `listBalances` declares. */
export type ListBalancesAnswer =
  | Answer<200, BalancePage>
  | RpcErrorAnswer<-32700 | -32600 | -32601 | -32602 | -32603>;

/** Makes the answers of `listBalances`. */
export interface ListBalancesRespond {
  /** A page of balances. */
  result(body: BalancePage): Answer<200, BalancePage>;
  /** Takes the code of an error, or its name. */
  error(
    error:
      | -32700
      | 'parseError'
      | -32600
      | 'invalidRequest'
      | -32601
      | 'methodNotFound'
      | -32602
      | 'invalidParams'
      | -32603
      | 'internalError',
    message: string,
    data?: unknown,
  ): RpcErrorAnswer<-32700 | -32600 | -32601 | -32602 | -32603>;
}

/** What a server writes for the operations of `balances`. */
export interface BalancesHandlers<Principals extends RpcPrincipals = RpcPrincipals> {
  /**
   * List balances
   *
   * Lists what an address holds on the network `base`, a page at a time: the network's own asset and every token
   * of which it holds some.
   *
   * JSON-RPC method `{prefix}_listBalances`.
   */
  listBalances(
    request: ListBalancesHandlerRequest<Principals>,
    respond: ListBalancesRespond,
  ): Awaitable<ListBalancesAnswer>;
}

export const balancesRoutes: readonly ServerOperation[] = [
  { descriptor: listBalancesDescriptor, handler: 'listBalances' },
];
