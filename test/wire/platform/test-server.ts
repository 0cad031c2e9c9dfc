import type {
  BearerScope,
  ErrorBody,
  ErrorBodyV1,
  Policy,
  UserOperation,
  Webhook,
} from '@platform/platform';
import {
  bearerVerifier,
  createPlatformServer,
  type PlatformHandlers,
  walletAuthVerifier,
} from '@platform/platform/server';
import type { HttpHandler } from '@tallystick/runtime';
import type { LogEntry, ServerOptions } from '@tallystick/runtime/http/server';
import { ed25519Key, pemKey, walletKey, type WireKey } from '../keys.js';
import { testTime, type TestTime } from '../time.js';

/** A test's replacement of a handler: it receives the request and the response functions. */
export type Instead = (
  request: unknown,
  respond: Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>,
) => unknown;

/** A platform in memory, and everything that a test wants to know about it. */
export interface TestServer {
  readonly handle: HttpHandler;
  readonly keys: {
    readonly pem: WireKey;
    readonly ed25519: WireKey;
    /** Another project's. */
    readonly foreign: WireKey;
    readonly wallet: WireKey;
    readonly foreignWallet: WireKey;
  };
  readonly time: TestTime;
  /** Ids of the operations whose handlers ran, in order. */
  readonly entered: string[];
  /** Requests that each handler received. */
  readonly received: unknown[];
  readonly log: LogEntry[];
  /** Reasons for which verifiers refused. */
  readonly reasons: string[];
  /** Responses by operation id, instead of the handler's own. */
  readonly instead: Map<string, Instead>;
  readonly policies: Map<string, Policy>;
  readonly webhooks: Map<string, Webhook>;
}

const project = 'project-1';

/** Permissions of a key without restrictions. */
export const unrestricted: readonly BearerScope[] = ['view', 'trade', 'transfer', 'manage'];

/** Options that differ from the defaults. */
export interface TestServerOptions extends Partial<ServerOptions> {
  readonly time?: TestTime;
  readonly keys?: TestServer['keys'];
  /** Permissions of all keys. Default: all that there are. */
  readonly scopes?: readonly BearerScope[];
}

/** Keys of two projects. Creating them takes longer than creating a server, so a file shares them. */
export function makeKeys(): TestServer['keys'] {
  return {
    pem: pemKey('organizations/7/apiKeys/11'),
    ed25519: ed25519Key('0b7a3c1e-9f52-4c0d-8d5c-1f2e3a4b5c6d'),
    foreign: pemKey('organizations/8/apiKeys/12'),
    wallet: walletKey('wallet'),
    foreignWallet: walletKey('foreign wallet'),
  };
}

/** Creates a platform. By default it serves `api.example.com`. */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  const { time = testTime(), keys = makeKeys(), scopes = unrestricted, ...server } = options;
  const policies = new Map<string, Policy>();
  const webhooks = new Map<string, Webhook>();
  const entered: string[] = [];
  const received: unknown[] = [];
  const log: LogEntry[] = [];
  const reasons: string[] = [];
  const instead = new Map<string, Instead>();
  const watched = new Proxy(handlers(policies, webhooks), {
    get(target, id) {
      const own: unknown = Reflect.get(target, id);
      if (typeof id !== 'string' || typeof own !== 'function') return own;
      return (...parts: readonly unknown[]): unknown => {
        entered.push(id);
        received.push(parts[0]);
        return Reflect.apply(instead.get(id) ?? own, target, parts);
      };
    },
  });
  const onReason = ({ scheme, reason }: { scheme: string; reason: string }): void => {
    reasons.push(`${scheme}: ${reason}`);
  };
  const handle = createPlatformServer(watched, {
    authorities: ['api.example.com'],
    // Nothing here is late by itself: the server's clock runs no timers.
    clock: { now: time.now, setTimeout: () => 0, clearTimeout: () => undefined },
    log: (entry) => log.push(entry),
    ...server,
    security: {
      bearer: bearerVerifier({
        keys: new Map([
          [keys.pem.name, { key: keys.pem.publicPem, project, scopes }],
          [keys.ed25519.name, { key: keys.ed25519.publicPem, project, scopes }],
          [keys.foreign.name, { key: keys.foreign.publicPem, project: 'project-2', scopes }],
        ]),
        clock: time,
        onReason,
      }),
      walletAuth: walletAuthVerifier({
        keys: { [project]: { key: keys.wallet.publicPem, project } },
        clock: time,
        onReason,
      }),
    },
  });
  return {
    handle,
    keys,
    time,
    entered,
    received,
    log,
    reasons,
    instead,
    policies,
    webhooks,
  };
}

/** An address in lower case that a number stands for. */
export function addressOf(number: number): string {
  return `0x${number.toString(16).padStart(40, '0')}`;
}

/** An identifier that a number stands for. */
export function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** The hash of every user operation here. */
export const userOpHash: string = `0x${'9d'.repeat(32)}`;

/** The address of every Solana account here. */
export const solanaAddress = 'HpabPRRCFbBKSuJr5PdkVvQc85FyxyTWkFM2obBRSvHT';

/** When everything happens here. */
export const moment = '2025-03-25T12:00:00Z';

const gone: ErrorBody = { errorType: 'not_found', errorMessage: 'There is no such thing.' };
const goneV1: ErrorBodyV1 = { code: 'not_found', message: 'There is no such thing.' };

function handlers(policies: Map<string, Policy>, webhooks: Map<string, Webhook>): PlatformHandlers {
  return {
    listPolicies({ query: { pageSize = 20, pageToken = '0', scope } }, respond) {
      const first = Number(pageToken);
      const all = [...policies.values()].filter(
        (policy) => (scope ?? policy.scope) === policy.scope,
      );
      const next = first + pageSize;
      return respond.ok({
        policies: all.slice(first, next),
        ...(next < all.length ? { nextPageToken: String(next) } : {}),
      });
    },
    createPolicy({ body }, respond) {
      const policy = {
        ...body,
        id: uuidOf(policies.size + 1),
        createdAt: moment,
        updatedAt: moment,
      };
      policies.set(policy.id, policy);
      return respond.created(policy);
    },
    getPolicy({ path }, respond) {
      const policy = policies.get(path.policyId);
      return policy === undefined ? respond.notFound(gone) : respond.ok(policy);
    },
    updatePolicy({ path, body }, respond) {
      const policy = policies.get(path.policyId);
      if (policy === undefined) return respond.notFound(gone);
      const updated = { ...policy, ...body };
      policies.set(policy.id, updated);
      return respond.ok(updated);
    },
    deletePolicy({ path }, respond) {
      return policies.delete(path.policyId) ? respond.noContent() : respond.notFound(gone);
    },
    createEvmAccount({ body }, respond) {
      const { name, accountPolicy } = body ?? {};
      return respond.created({
        address: addressOf(1),
        ...(name === undefined ? {} : { name }),
        ...(accountPolicy === undefined ? {} : { policies: [accountPolicy] }),
      });
    },
    getEvmAccount: ({ path }, respond) => respond.ok({ address: path.address.toLowerCase() }),
    updateEvmAccount: ({ path, body }, respond) =>
      respond.ok({
        address: path.address.toLowerCase(),
        ...(body.name === undefined ? {} : { name: body.name }),
      }),
    signEvmTransaction: ({ body }, respond) =>
      respond.ok({ signedTransaction: `${body.transaction}c0` }),
    createEvmSmartAccount: ({ body }, respond) =>
      respond.created({
        address: addressOf(2),
        owners: body.owners.map((owner) => owner.toLowerCase()),
      }),
    getEvmSmartAccount: ({ path }, respond) =>
      respond.ok({ address: path.address.toLowerCase(), owners: [addressOf(1)] }),
    prepareUserOperation: ({ body }, respond) =>
      respond.created({
        network: body.network,
        userOpHash,
        calls: body.calls.map((call) => ({ ...call, to: call.to.toLowerCase() })),
        status: 'pending',
      }),
    getUserOperation: ({ path }, respond) => respond.ok(userOperation(path.userOpHash)),
    createSolanaAccount: ({ body }, respond) =>
      respond.created({
        address: solanaAddress,
        ...(body?.name === undefined ? {} : { name: body.name }),
      }),
    getSolanaAccount: ({ path }, respond) => respond.ok({ address: path.address }),
    updateSolanaAccount: ({ path, body }, respond) =>
      respond.ok({
        address: path.address,
        ...(body.name === undefined ? {} : { name: body.name }),
      }),
    listWebhooks({ query: { limit = 10, page = '0' } }, respond) {
      const first = Number(page);
      const all = [...webhooks.values()];
      const next = first + limit;
      return respond.ok({
        data: all.slice(first, next),
        has_more: next < all.length,
        next_page: String(next),
      });
    },
    createWebhook({ body }, respond) {
      const webhook: Webhook = { ...body, id: uuidOf(webhooks.size + 1), status: 'active' };
      webhooks.set(webhook.id ?? '', webhook);
      return respond.ok(webhook);
    },
    updateWebhook({ path, body }, respond) {
      const webhook = webhooks.get(path.webhook_id);
      if (webhook === undefined) return respond.notFound(goneV1);
      return respond.ok({ ...webhook, ...body });
    },
    deleteWebhook: ({ path }, respond) =>
      webhooks.delete(path.webhook_id) ? respond.ok() : respond.notFound(goneV1),
    getAsset: ({ path }, respond) =>
      respond.ok({ network_id: path.network_id, asset_id: path.asset_id, decimals: 6 }),
  };
}

function userOperation(hash: string): UserOperation {
  return {
    network: 'base',
    userOpHash: hash,
    calls: [{ to: addressOf(3), value: '1000000000000000', data: '0x' }],
    status: 'complete',
    transactionHash: `0x${'1c'.repeat(32)}`,
  };
}
