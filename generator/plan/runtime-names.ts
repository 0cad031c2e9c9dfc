import type { Identifier, IdentifierName } from './plan.js';

/** What generated files import from the runtime, by its exported name. The only place that spells these. */
export const runtimeNames: {
  readonly types: { readonly [Name in TypeName]: Identifier };
  readonly http: { readonly [Name in HttpName]: Identifier };
  readonly rpc: { readonly [Name in RpcName]: Identifier };
  readonly server: { readonly [Name in ServerName]: Identifier };
  readonly serverTypes: { readonly [Name in ServerTypeName]: Identifier };
  readonly jwt: { readonly [Name in JwtName]: Identifier };
  readonly jwtTypes: { readonly [Name in JwtTypeName]: Identifier };
} = {
  types: names('@tallystick/runtime', true, [
    'ApiDescriptor',
    'Call',
    'CallOptions',
    'Credential',
    'Failure',
    'JwtDescriptor',
    'NoInput',
    'OperationDescriptor',
    'PagedCall',
    'RequestChecks',
    'ResponseChecks',
    'Success',
    'TokenCredential',
    'Unexpected',
    'Verifier',
    'WireRequest',
    'Exchange',
    'RpcFailure',
  ]),
  http: {
    ...names('@tallystick/runtime/http', false, [
      'bind',
      'bindPaged',
      'connect',
      'connection',
      'operation',
      'pagedOperation',
    ]),
    ...names('@tallystick/runtime/http', true, ['Client', 'ClientOptions', 'Connection']),
  },
  rpc: {
    ...names('@tallystick/runtime/rpc', false, [
      'bindPagedRpc',
      'bindRpc',
      'pagedRpcOperation',
      'rpcOperation',
    ]),
    ...names('@tallystick/runtime/rpc', true, ['PagedRpcCall', 'RpcCall']),
  },
  server: names('@tallystick/runtime/http/server', false, ['createServer']),
  serverTypes: names('@tallystick/runtime/http/server', true, [
    'Answer',
    'Awaitable',
    'HandlerRequest',
    'PrincipalsOf',
    'ServerOperation',
    'ServerOptions',
  ]),
  jwt: names('@tallystick/runtime/auth/jwt', false, ['jwtCredential', 'jwtVerifier']),
  jwtTypes: names('@tallystick/runtime/auth/jwt', true, [
    'JwtCredentialOptions',
    'JwtPrincipal',
    'JwtVerifierOptions',
  ]),
};

type TypeName =
  | 'ApiDescriptor'
  | 'Call'
  | 'CallOptions'
  | 'Credential'
  | 'Failure'
  | 'JwtDescriptor'
  | 'NoInput'
  | 'OperationDescriptor'
  | 'PagedCall'
  | 'RequestChecks'
  | 'ResponseChecks'
  | 'Success'
  | 'TokenCredential'
  | 'Unexpected'
  | 'Verifier'
  | 'WireRequest'
  | 'Exchange'
  | 'RpcFailure';
type HttpName =
  | 'bind'
  | 'bindPaged'
  | 'connect'
  | 'connection'
  | 'operation'
  | 'pagedOperation'
  | 'Client'
  | 'ClientOptions'
  | 'Connection';
type RpcName =
  | 'bindPagedRpc'
  | 'bindRpc'
  | 'pagedRpcOperation'
  | 'rpcOperation'
  | 'PagedRpcCall'
  | 'RpcCall';
type ServerName = 'createServer';
type ServerTypeName =
  | 'Answer'
  | 'Awaitable'
  | 'HandlerRequest'
  | 'PrincipalsOf'
  | 'ServerOperation'
  | 'ServerOptions';
type JwtName = 'jwtCredential' | 'jwtVerifier';
type JwtTypeName = 'JwtCredentialOptions' | 'JwtPrincipal' | 'JwtVerifierOptions';

function names<Name extends string>(
  from: string,
  typeOnly: boolean,
  wanted: readonly Name[],
): { readonly [Key in Name]: Identifier } {
  const entries = wanted.map((name) => [
    name,
    { name: name as string as IdentifierName, from, typeOnly },
  ]);
  return Object.fromEntries(entries) as { readonly [Key in Name]: Identifier };
}
