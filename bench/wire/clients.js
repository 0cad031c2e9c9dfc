import { pathToFileURL } from 'node:url';
import axios from 'axios';
import ky from 'ky';
import createOpenapiFetch from 'openapi-fetch';
import { Agent, request } from 'undici';
import { policy } from './values.js';

/** Clients that call `createPolicy` over loopback: functions from the address of the service to a call. */
export const clients = {
  'undici.request by hand': async ({ url }) => {
    const dispatcher = new Agent();
    return async () => {
      const { statusCode, body } = await request(`${url}/policies`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(policy),
        dispatcher,
      });
      const value = await body.json();
      if (statusCode !== 201) throw new Error(`answered with ${statusCode}`);
      return value;
    };
  },
  'tallystick over undici': async ({ url, client }) => {
    const { undiciTransport, ...ours } = await import(pathToFileURL(client));
    return called(ours, { baseUrl: url, transport: undiciTransport(new Agent()) });
  },
  'tallystick over node:http': async ({ url, client }) => {
    const { nodeTransport, ...ours } = await import(pathToFileURL(client));
    return called(ours, { baseUrl: url, transport: nodeTransport() });
  },
  'fetch by hand': async ({ url }) => fetchByHand(url, fetch),
  'tallystick over fetch': async ({ url, client }) =>
    called(await import(pathToFileURL(client)), { baseUrl: url }),
  ...Object.fromEntries(
    ['openapi-fetch', 'hey-api', 'axios', 'ky'].map((name) => [
      name,
      (place) => peers[name](place, undefined),
    ]),
  ),
};

/** The same calls over a stubbed `fetch`. */
export const stubbed = {
  'by hand': async (_, stub) => fetchByHand('http://127.0.0.1', stub),
  tallystick: async ({ client }, stub) => {
    const { fetchTransport, ...ours } = await import(pathToFileURL(client));
    const options = { transport: fetchTransport(stub), timeout: Infinity };
    return called(ours, { baseUrl: 'http://127.0.0.1', ...options });
  },
  'openapi-fetch': (place, stub) => peers['openapi-fetch'](place, stub),
  'hey-api': (place, stub) => peers['hey-api'](place, stub),
  axios: (place, stub) => peers.axios(place, stub),
  ky: (place, stub) => peers.ky(place, stub),
};

function called({ connectWire, createPolicy }, options) {
  const client = connectWire(options);
  return () => createPolicy(client, policy);
}

function fetchByHand(url, send) {
  return async () => {
    const response = await send(`${url}/policies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(policy),
    });
    if (!response.ok) throw new Error(`answered with ${response.status}`);
    return response.json();
  };
}

const peers = {
  'openapi-fetch': async ({ url = 'http://127.0.0.1' }, stub) => {
    const client = createOpenapiFetch({ baseUrl: url, ...(stub && { fetch: stub }) });
    return async () => (await client.POST('/policies', { body: policy })).data;
  },
  'hey-api': async ({ url = 'http://127.0.0.1', heyApi }, stub) => {
    const { client, createPolicy } = await import(pathToFileURL(heyApi));
    client.setConfig({ baseUrl: url, ...(stub && { fetch: stub }) });
    return async () => (await createPolicy({ body: policy })).data;
  },
  axios: async ({ url = 'http://127.0.0.1' }, stub) => {
    const client = axios.create({
      baseURL: url,
      ...(stub && { adapter: 'fetch', env: { fetch: stub } }),
    });
    return async () => (await client.post('/policies', policy)).data;
  },
  ky: async ({ url = 'http://127.0.0.1' }, stub) => {
    const client = ky.create({ baseUrl: url, retry: 0, ...(stub && { fetch: stub }) });
    return () => client.post('policies', { json: policy }).json();
  },
};
