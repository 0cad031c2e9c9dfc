// Calls the JSON-RPC API with public clients of EVM networks.
import { JsonRpcProvider } from 'ethers';
import { createSmartAccountClient } from 'permissionless';
import { createPimlicoClient } from 'permissionless/clients/pimlico';
import { createClient, http } from 'viem';
import { call, report } from './calls.mjs';

const { RPC_URL, WRONG_URL, ADDRESS, METHOD } = process.env;
const params = [{ address: ADDRESS, pageToken: '', pageSize: 1 }];

const client = createClient({ transport: http(RPC_URL, { retryCount: 0 }) });
const page = await call('viem', () => client.request({ method: METHOD, params }));
await call('viem next page', () =>
  client.request({ method: METHOD, params: [{ address: ADDRESS, pageToken: page.nextPageToken }] }),
);
const batching = createClient({ transport: http(RPC_URL, { batch: true, retryCount: 0 }) });
await call('viem batch', () =>
  Promise.all([1, 2, 3].map(() => batching.request({ method: METHOD, params }))),
);
await call('viem invalid params', () => client.request({ method: METHOD, params: [{}] }));
await call('viem unknown method', () => client.request({ method: 'eth_chainId' }));
const wrong = createClient({ transport: http(WRONG_URL, { retryCount: 0 }) });
await call('viem wrong key', () => wrong.request({ method: METHOD, params }));

const provider = new JsonRpcProvider(RPC_URL, 8453, { staticNetwork: true });
await call('ethers', () => provider.send(METHOD, params));
await call('ethers batch', () =>
  Promise.all([provider.send(METHOD, params), provider.send(METHOD, params)]),
);
await call('ethers unknown method', () => provider.send('eth_blockNumber', []));
provider.destroy();

const pimlico = createPimlicoClient({ transport: http(RPC_URL, { retryCount: 0 }) });
await call('permissionless', () => pimlico.request({ method: METHOD, params }));
await call('permissionless unknown method', () => pimlico.getUserOperationGasPrice());
const smart = createSmartAccountClient({ bundlerTransport: http(RPC_URL, { retryCount: 0 }) });
await call('permissionless bundler', () =>
  smart.getUserOperationReceipt({ hash: `0x${'1'.repeat(64)}` }),
);
report();
