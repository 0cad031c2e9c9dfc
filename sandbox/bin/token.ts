import { apiKey, PlatformClient } from '@platform/platform';
import { ArgumentError } from './arguments.js';

/** Prints a bearer token for one request to the platform. */
export async function bearerToken(
  [method = '', target = '']: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { BEARER_KEY_NAME: name = '', BEARER_KEY_SECRET: secret = '' } = environment;
  const { BEARER_ISSUER: issuer } = environment;
  if (!/^[A-Z]+$/.test(method) || !URL.canParse(target))
    throw new ArgumentError(
      '"token" needs a method and a URL: platform-sandbox token GET http://…',
    );
  if (name === '' || secret === '')
    throw new ArgumentError(
      'Set BEARER_KEY_NAME and BEARER_KEY_SECRET to the name and secret of a key',
    );
  const { host, pathname } = new URL(target);
  const credential = apiKey(name, secret);
  let token = '';
  // Only the method, the host and the path are part of a token.
  const client = new PlatformClient({
    baseUrl: `http://${host}`,
    ...(issuer === undefined ? {} : { variables: { issuer } }),
    credentials: {
      bearer: {
        needs: 'head',
        async token(request, context) {
          const asked = { ...request, method, target: pathname };
          token = await credential.token(asked, context);
          return token;
        },
      },
    },
    transport: () => Promise.resolve({ status: 204, headers: [], body: undefined }),
  });
  await client.policies.list.result();
  return token;
}
