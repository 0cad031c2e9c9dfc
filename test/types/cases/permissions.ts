import { type ExchangeKeyScope, exchangeKey } from '../../cases/signed/output/src/index.js';
import { bearerVerifier } from '@platform/platform/server';
import {
  createPartialExchangeServer,
  deliverySignatureVerifier,
  exchangeKeyVerifier,
} from '../../cases/signed/output/src/server.js';

import { feedKeyVerifier } from '../../cases/signed-messages/output/src/security.js';

const parts = { key: 'k', secret: 's', passphrase: 'p' };
exchangeKey(parts);
exchangeKey((request) => ({ ...parts, key: request.target }));
exchangeKey({ key: 'k', secret: 's' }); // error: 2345
exchangeKey(parts, { alternative: 'bare' }); // error: 2322

exchangeKeyVerifier({ keys: { k: { secret: 's', scopes: ['trade', 'view'] } } });
exchangeKeyVerifier({ keys: { k: { secret: 's', scopes: ['trades'] } } }); // error: 2820
exchangeKeyVerifier({ secrets: 's' }); // error: 2353
deliverySignatureVerifier({ secrets: ['a', 'b'] });
deliverySignatureVerifier({ keys: {} }); // error: 2353

const feedKeys = feedKeyVerifier({ keys: { k: { secret: 's', scopes: ['view', 'trade'] } } });
feedKeyVerifier({ keys: { k: { secret: 's', scopes: ['veiw'] } } }); // error: 2322
feedKeyVerifier({ keys: () => ({ secret: 's', scopes: ['veiw'] }) }); // error: 2322
void feedKeys.verify({}, { scopes: ['trade'] });
void feedKeys.verify({}, { scopes: ['trades'] }); // error: 2820
bearerVerifier({ keys: { k: { key: 'PEM', scopes: ['view', 'manage'] } } });
bearerVerifier({ keys: { k: { key: 'PEM', scopes: ['mange'] } } }); // error: 2322

const token = { head: (): { ok: false; reason: string } => ({ ok: false, reason: 'none' }) };
const security = {
  exchangeKey: exchangeKeyVerifier({ keys: {} }),
  deliverySignature: deliverySignatureVerifier({ secrets: 's' }),
  token,
};
createPartialExchangeServer(
  {
    createOrder({ body, principals }, respond) {
      const scopes: readonly ExchangeKeyScope[] = principals.exchangeKey.scopes;
      principals.exchangeKey.scopes.includes('trades'); // error: 2345
      const other: unknown = principals.token; // error: 2339
      return respond.created(
        other === undefined && scopes.includes('trade') ? body : { product: '', size: '' },
      );
    },
  },
  { authorities: [], security },
);
