import type { ApiDescriptor } from '@tallystick/runtime';

/** What client and server share: servers, variables and security schemes. */
export const rpcDescription: ApiDescriptor = {
  title: 'Client JSON-RPC',
  version: '1.0.0',
  servers: [{ url: 'https://{host}' }],
  variables: { host: { default: 'rpc.example.com' }, prefix: { default: 'platform' } },
  security: { clientApiKey: { kind: 'apiKey', in: 'path', name: 'clientApiKey' } },
};
