// Calls what the SDK of version 2 has: node cdp-sdk.mjs PACKAGE. The second half are calls that the platform must refuse.
import { call, report } from './calls.mjs';

const { CdpClient } = await import(process.argv[2]);
const { BASE_PATH, KEY, SECRET, WALLET, OTHER_SECRET, OTHER_WALLET, SMALL, LARGE } = process.env;
const clientOf = (apiKeySecret, walletSecret) =>
  new CdpClient({ apiKeyId: KEY, apiKeySecret, walletSecret, basePath: BASE_PATH });
const { evm, solana, policies } = clientOf(SECRET, WALLET);

const criteria = [{ type: 'ethValue', ethValue: '1000', operator: '<=' }];
const rules = [{ action: 'accept', operation: 'signEvmTransaction', criteria }];
const policy = { scope: 'account', description: 'Small payments', rules };
const { id } = (await call('createPolicy', () => policies.createPolicy({ policy }))) ?? {};
await call('getPolicyById', () => policies.getPolicyById({ id }));
await call('listPolicies', () => policies.listPolicies({ scope: 'account' }));
await call('updatePolicy', () =>
  policies.updatePolicy({ id, policy: { description: 'Changed', rules } }),
);

const account = await call('createAccount', () =>
  evm.createAccount({ name: 'main', accountPolicy: id }),
);
const { address } = account;
await call('getAccount', () => evm.getAccount({ address }));
await call('updateAccount', () => evm.updateAccount({ address, update: { name: 'renamed' } }));
await call('signTransaction', () => evm.signTransaction({ address, transaction: SMALL }));

const owner = await call('createOwner', () => evm.createAccount());
const smartAccount = await call('createSmartAccount', () => evm.createSmartAccount({ owner }));
await call('getSmartAccount', () => evm.getSmartAccount({ address: smartAccount.address, owner }));
const calls = [{ to: address, value: 0n, data: '0x' }];
const network = 'base-sepolia';
const { userOpHash } =
  (await call('prepareUserOperation', () =>
    evm.prepareUserOperation({ smartAccount, network, calls }),
  )) ?? {};
await call('getUserOperation', () => evm.getUserOperation({ smartAccount, userOpHash }));
await call('waitForUserOperation', () =>
  evm.waitForUserOperation({ smartAccountAddress: smartAccount.address, userOpHash }),
);

const solanaAccount = await call('createSolanaAccount', () =>
  solana.createAccount({ name: 'sol' }),
);
await call('getSolanaAccount', () => solana.getAccount({ address: solanaAccount.address }));
await call('updateSolanaAccount', () =>
  solana.updateAccount({ address: solanaAccount.address, update: { name: 'renamed' } }),
);

// Refused, with the reason that the SDK passes on.
await call('policy in use', () => policies.deletePolicy({ id }));
await call('policy rejects', () => evm.signTransaction({ address, transaction: LARGE }));
await call('malformed transaction', () => evm.signTransaction({ address, transaction: '0x02c0' }));
await call('name taken', () => evm.createAccount({ name: 'renamed' }));
await call('unknown account', () => evm.getAccount({ address: smartAccount.address }));
await call('unknown policy', () => policies.getPolicyById({ id: crypto.randomUUID() }));
await call('wrong key', () => clientOf(OTHER_SECRET, WALLET).policies.listPolicies());
await call('wrong wallet secret', () => clientOf(SECRET, OTHER_WALLET).evm.createAccount());

// Operations that the platform's interface does not have.
await call('listAccounts', () => evm.listAccounts());
await call('getAccount by name', () => evm.getAccount({ name: 'renamed' }));
await call('signMessage', () => evm.signMessage({ address, message: 'text' }));
await call('requestFaucet', () => evm.requestFaucet({ address, network, token: 'eth' }));

const free = await call('createPolicy again', () => policies.createPolicy({ policy }));
await call('deletePolicy', () => policies.deletePolicy({ id: free.id }));
report();
