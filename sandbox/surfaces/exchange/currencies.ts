import type { Currency, SupportedNetwork } from '@platform/exchange';
import type { CurrenciesHandlers } from '@platform/exchange/server';
import { printDecimal } from '../../domain/numbers.js';
import { listCurrencies } from '../../domain/products/queries.js';
import type { CurrencyNetwork, CurrencyRow } from '../../domain/products/state.js';
import type { Core } from '../../server/core.js';

/** Handlers of the operation about currencies. */
export function currenciesHandlers({ loop }: Core): CurrenciesHandlers {
  return {
    listCurrencies: (_, respond) =>
      respond.ok(listCurrencies(loop.state.products).map(currencyBody)),
  };
}

/** A currency, as the REST API and the status channel of the feed have it. */
export function currencyBody(row: CurrencyRow): Currency {
  return {
    id: row.id,
    name: row.name,
    display_name: row.displayName,
    min_size: printDecimal(row.minSize),
    max_precision: printDecimal(row.precision),
    max_withdrawal_amount: printDecimal(row.maxWithdrawal),
    status: row.status,
    message: row.message,
    convertible_to: row.convertibleTo,
    ...(row.defaultNetwork === undefined ? {} : { default_network: row.defaultNetwork }),
    supported_networks: row.networks.map(networkBody),
  };
}

function networkBody(network: CurrencyNetwork): SupportedNetwork {
  return {
    id: network.id,
    name: network.name,
    status: network.status,
    contract_address: network.contractAddress,
    destination_tag_regex: network.destinationTagRegex,
    min_withdrawal_amount: printDecimal(network.minWithdrawal),
    max_withdrawal_amount: printDecimal(network.maxWithdrawal),
    network_confirmations: network.confirmations,
    processing_time_seconds: network.processingSeconds,
  };
}
