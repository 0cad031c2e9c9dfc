import {
  bearerVerifier,
  createPartialPlatformServer,
  createPlatformServer,
  type PlatformHandlers,
  walletAuthVerifier,
} from '@platform/platform/server';
import type { JwtPrincipal } from '@tallystick/runtime/auth/jwt';

const options = {
  authorities: ['api.example.com'],
  security: { bearer: bearerVerifier({ keys: [] }), walletAuth: walletAuthVerifier({ keys: [] }) },
};
const address = '0x0000000000000000000000000000000000000001';

type Principals = { readonly bearer: JwtPrincipal; readonly walletAuth: JwtPrincipal };
declare const all: PlatformHandlers<Principals>;
declare const { getAsset: _, ...withoutAssets }: typeof all;

createPlatformServer(all, options);
createPlatformServer(withoutAssets, options); // error: 2741
createPartialPlatformServer(withoutAssets, options);
createPartialPlatformServer({}, { authorities: [], security: { bearer: options.security.bearer } }); // error: 2741
createPlatformServer(all, { authorities: [] }); // error: 2345

createPartialPlatformServer(
  {
    getPolicy: (request, respond) =>
      respond.notFound({ errorType: 'not_found', errorMessage: request.path.policyId }),
    createPolicy: (_request, respond) => respond.ok({}), // error: 2339
    updatePolicy: () => ({ when: 418, status: 418, body: {} }), // error: 2322
    deletePolicy: (_request, respond) => respond.noContent({}), // error: 2554
    listPolicies: (_request, respond) => respond.ok({ policys: [] }), // error: 2353
    getEvmAccount: (_request, respond) => respond.ok({ name: 'x' }), // error: 2741
    getSolanaAccount: () => ({ when: 200, status: 200, body: { address: 5 } }), // error: 2322
    getAsset: (_request, respond) =>
      respond.tooManyRequests({ code: 'x', message: 'x' }, { 'Retry-After': 5 }), // error: 2322
    deleteWebhook: (_request, respond) => respond.other({ code: 'internal', message: 'x' }), // error: 2554
    getUserOperation: async () => undefined, // error: 2322
  },
  options,
);

createPartialPlatformServer(
  {
    createEvmAccount(request, respond) {
      const name: string = request.body.name; // error: 18048,2322
      const wallet: string | undefined = request.principals.walletAuth.keyName;
      return respond.created({ address, name: name + wallet });
    },
    updateEvmAccount(request, respond) {
      const certain = request.principals.bearer.claims;
      const perhaps = request.principals.walletAuth?.claims;
      const never = request.principals.walletAuth.claims; // error: 18048
      return respond.ok({ address, name: String([certain, perhaps, never]) });
    },
    getEvmAccount(request, respond) {
      void request.principals.walletAuth; // error: 2339
      void request.body; // error: 2339
      void request.query; // error: 2339
      return respond.ok({ address: request.path.address });
    },
    listWebhooks(request, respond) {
      // The description says what its absence means.
      const limit: number = request.query.limit;
      const page: string = request.query.page; // error: 2322
      return respond.ok({ data: [], next_page: `${limit}${page}` });
    },
  },
  options,
);
