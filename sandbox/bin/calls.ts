/** An unsigned transaction: a thousandth of a coin of the test network Base Sepolia. */
const transaction =
  '0x02ef83014a3480830f4240830f424082520894742d35cc6634c0532925a3b844bc454e4438f44e87038d7ea4c6800080c0';

/** Where the sandbox listens. */
export interface CallAddresses {
  readonly url: string;
  readonly controlUrl: string;
}

/** Commands for a shell that has the printed variables: each calls a surface with a program that everybody has. */
export function shellCalls({ url, controlUrl }: CallAddresses): readonly string[] {
  const policies = `${url}/platform/v2/policy-engine/policies`;
  return [
    `curl '${url}/products/BTC-USD/book?level=2'`,
    `curl -H "Authorization: Bearer $(npx platform-sandbox token GET ${policies})" ${policies}`,
    `curl -H "Authorization: Bearer $SANDBOX_TOKEN" ${controlUrl}/sandbox/clock`,
    `curl -H "Authorization: Bearer $SANDBOX_TOKEN" '${controlUrl}/sandbox/journal?limit=5'`,
  ];
}

/** Commands for the same shell that place an order and sign a transaction with the generated clients. */
export function clientCalls({ url }: CallAddresses): readonly string[] {
  const program = (text: string): string => `node --input-type=module -e "${text}"`;
  return [
    program(
      `import { ExchangeClient, exchangeKey } from '@platform/exchange'; ` +
        `const { EXCHANGE_KEY: key, EXCHANGE_SECRET: secret, EXCHANGE_PASSPHRASE: passphrase } = process.env; ` +
        `const credentials = { exchangeKey: exchangeKey({ key, secret, passphrase }) }; ` +
        `const exchange = new ExchangeClient({ baseUrl: '${url}', credentials }); ` +
        `console.log(await exchange.orders.create({ type: 'limit', side: 'buy', product_id: 'BTC-USD', price: '100', size: '0.1' }));`,
    ),
    program(
      `import { PlatformClient, apiKey, walletSecret } from '@platform/platform'; ` +
        `const { BEARER_KEY_NAME: name, BEARER_KEY_SECRET: secret, WALLET_AUTH_SECRET: wallet } = process.env; ` +
        `const credentials = { bearer: apiKey(name, secret), walletAuth: walletSecret(wallet) }; ` +
        `const platform = new PlatformClient({ baseUrl: '${url}', credentials }); ` +
        `const { address } = await platform.evmAccounts.create(); ` +
        `console.log(await platform.evmAccounts.signEvmTransaction(address, { transaction: '${transaction}' }));`,
    ),
  ];
}
