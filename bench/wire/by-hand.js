// The service of the rows, written carefully by hand on `node:http`: the rules of a generated server that the rows need.
import { createServer } from 'node:http';
import { byHand } from '../validate/by-hand.js';
import { policyFaults } from './by-hand-faults.js';
import { readStrictly } from './by-hand-json.js';
import { policy } from './values.js';

const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u;
const limit = 1_048_576;
const jsonType = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

/** Deadlines for heads and entire requests, as in `nodeServer`. They take no time per request. */
const deadlines = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Enforces the body limit, the request deadline, the content type, UTF-8, unambiguous JSON, the schema and `Accept`. Responds with 404, 405,
 * 406, 413, 415, and 400 with all violations.
 */
export const strictByHand = () => serverOf(readText, policyFaults);

/** The same, but accepts duplicate members, rounded numbers and any depth, and finds only the violation of the row. */
export const looseByHand = () => serverOf((bytes) => JSON.parse(bytes.toString()), actionFaults);

function serverOf(read, faultsOf) {
  return createServer(deadlines, (request, response) => {
    const { method, url, headers } = request;
    const { accept = '*/*' } = headers;
    if (
      accept !== 'application/json' &&
      !/(?:^|[, ])(?:\*\/\*|application\/(?:json|\*))/.test(accept)
    )
      return answer(response, 406, { message: 'only JSON is answered' });
    if (url.startsWith('/policies/')) {
      if (method !== 'GET') return answer(response, 405, { message: 'expected GET' });
      const id = decoded(url.slice('/policies/'.length));
      if (id !== undefined && uuid.test(id)) return answer(response, 200, policy);
      return answer(response, 400, { message: 'policyId is no UUID' });
    }
    if (url !== '/policies') return answer(response, 404, { message: 'not found' });
    if (method !== 'POST') return answer(response, 405, { message: 'expected POST' });
    if (!jsonType.test(headers['content-type']))
      return answer(response, 415, { message: 'not JSON' });
    if (Number(headers['content-length']) > limit)
      return answer(response, 413, { message: 'too large' });
    const pieces = [];
    let length = 0;
    request.on('data', (piece) => {
      length += piece.length;
      if (length <= limit) pieces.push(piece);
    });
    request.on('end', () => {
      if (length > limit) return answer(response, 413, { message: 'too large' });
      let value;
      try {
        value = read(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
      } catch {
        return answer(response, 400, { message: 'not JSON' });
      }
      if (byHand.Policy(value)) return answer(response, 201, value);
      return answer(response, 400, { message: 'invalid', violations: faultsOf(value) });
    });
  });
}

function answer(response, status, value) {
  const text = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(bytes) {
  return readStrictly(utf8.decode(bytes));
}

function actionFaults({ rules }) {
  if (!Array.isArray(rules)) return [{ path: 'body/rules', message: 'expected a list' }];
  return rules.flatMap((rule, index) =>
    rule.action === 'accept' || rule.action === 'reject'
      ? []
      : [{ path: `body/rules/${index}/action`, message: 'expected "accept" or "reject"' }],
  );
}
