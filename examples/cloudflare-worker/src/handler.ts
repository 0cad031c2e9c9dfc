import type { HttpHandler, Transport } from '@tallystick/runtime';
import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import { createConverterServer } from './converter/server';
import { RatesClient } from './rates';

export interface HandlerOptions {
  /** URL of the service that has the rates. */
  readonly ratesUrl: string;
  /** Keys that callers may use. */
  readonly keys: readonly string[];
  /** Sends the requests to the service. Default: `fetch`. */
  readonly transport?: Transport;
}

/** The server of the converter, which calls the service with its generated client. */
export function createHandler({ ratesUrl, keys, transport }: HandlerOptions): HttpHandler {
  const client = new RatesClient({
    baseUrl: ratesUrl,
    ...(transport === undefined ? {} : { transport }),
  });
  return createConverterServer(
    {
      async convert({ query: { amount, from, to } }, respond) {
        const outcome = await client.rates.get.result(from);
        if (!outcome.ok && outcome.when === 404)
          return respond.notFound({ message: `there is no rate of ${from}` });
        if (!outcome.ok) return respond.badGateway({ message: 'the rates are not available' });
        const rate = outcome.value.rates[to];
        if (rate === undefined)
          return respond.notFound({ message: `there is no rate from ${from} to ${to}` });
        return respond.ok({ amount: Number((amount * rate).toFixed(2)), currency: to });
      },
    },
    // Requests only reach a worker by the hosts of its routes.
    { trustHost: true, security: { key: apiKeyVerifier({ keys }) } },
  );
}
