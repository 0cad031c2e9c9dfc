import { joinPath } from '../core/path.js';
import type { Host } from '../core/host.js';
import {
  changedReference,
  unlockedReference,
  unreachableReference,
  type RemoteDocument,
} from '../load/remote-document.js';
import { fetchDocument, type FetchResult } from './fetch-document.js';
import {
  copiesFolder,
  copyName,
  digestOf,
  formatLock,
  lockName,
  parseLock,
  type Lock,
} from './lock.js';
import { createUrlPolicy } from './url-policy.js';

/** Options for remote documents in one run. */
export interface RemoteOptions {
  /** If true, missing documents are fetched. If false, they are reported as diagnostics. */
  readonly fetch: boolean;
  /** If true, all documents are fetched again and their current content is accepted. */
  readonly update: boolean;
}

/** Remote documents that a package may read. */
export interface RemoteRules {
  /** The folder of the lock. */
  readonly root: string;
  readonly allowRefs: readonly string[];
  /** Names of the variables with the `Authorization` header, by origin. */
  readonly credentials: { readonly [origin: string]: string };
  /** The URL to request, by redacted URL. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** The remote documents of a run. */
export interface Remotes {
  /** Creates the remote documents of a package. */
  of(rules: RemoteRules): RemoteDocuments;
  /** The host, extended by copies that are not written yet. */
  readonly host: Host;
  /** True if a document was fetched in this run. */
  fetched(address: string): boolean;
  /** Fetches the documents that were read, and resolves to true if one of them differs. Failures count as no difference. */
  isOutdated(): Promise<boolean>;
  /** Writes changed locks and copies, and returns their paths. Throws the errors of the host. */
  commit(): readonly string[];
}

/** The remote documents of one package. */
export interface RemoteDocuments {
  /** Returns the current state of a URL. After an `awaited` result, the caller calls `arrive` and reads again. */
  readonly read: (url: string) => RemoteDocument;
  /** Fetches the awaited documents. Resolves to true if there were any. */
  arrive(): Promise<boolean>;
}

/** Limit on the number of documents. Protects against a server that refers to new documents without end. */
const maxDocuments = 1000;

/** Limit on chains of documents that each refer to the next. Each link of a chain causes everything to be read again. */
const maxChainLength = 50;

/** Creates the state of a run, before anything is read. */
export function createRemotes(host: Host, options: RemoteOptions): Remotes {
  const stores = new Map<string, ReferenceStore>();
  const packages: (RemoteDocuments & { isOutdated(): Promise<boolean> })[] = [];
  const storeAt = (root: string): ReferenceStore => {
    const store = stores.get(root) ?? openStore(host, root);
    stores.set(root, store);
    return store;
  };
  return {
    of(rules) {
      const documents = createRemoteDocuments(host, storeAt(rules.root), rules, options);
      packages.push(documents);
      return documents;
    },
    host: {
      ...host,
      read: (path) =>
        [...stores.values()].map(({ newCopies: fresh }) => fresh.get(path)).find(Boolean) ??
        host.read(path),
    },
    fetched: (address) => [...stores.values()].some(({ digests }) => digests.has(address)),
    isOutdated: async () =>
      (await Promise.all(packages.map((documents) => documents.isOutdated()))).includes(true),
    commit: () => [...stores.values()].flatMap((store) => commitStore(host, store)),
  };
}

/** The lock of one folder, and the documents of this run. */
interface ReferenceStore {
  readonly root: string;
  /** `undefined` if the file exists but is not a lock. */
  readonly lock: Lock | undefined;
  readonly known: Map<string, RemoteDocument>;
  /** Digests of fetched documents by URL. */
  readonly digests: Map<string, string>;
  readonly newCopies: Map<string, Uint8Array>;
}

function openStore(host: Host, root: string): ReferenceStore {
  const bytes = host.read(joinPath(root, lockName));
  return {
    root,
    lock: bytes === undefined ? new Map() : parseLock(new TextDecoder().decode(bytes)),
    known: new Map(),
    digests: new Map(),
    newCopies: new Map(),
  };
}

function createRemoteDocuments(
  host: Host,
  store: ReferenceStore,
  { root, allowRefs, credentials, addresses }: RemoteRules,
  options: RemoteOptions,
): RemoteDocuments & { isOutdated(): Promise<boolean> } {
  const asked = new Set<string>();
  const awaited = new Set<string>();
  let links = 0;
  const scopeOf = createUrlPolicy(host, allowRefs);
  const copyOf = (url: string): string => joinPath(root, `${copiesFolder}/${copyName(url)}`);
  const read = (url: string): RemoteDocument => {
    asked.add(url);
    const known = store.known.get(url) ?? readCopy(host, store, url, copyOf(url), options);
    if (known.kind === 'awaited') awaited.add(url);
    else store.known.set(url, known);
    return known;
  };
  const variableOf = (origin: string): string | undefined =>
    Object.hasOwn(credentials, origin) ? credentials[origin] : undefined;
  const fetchFrom = (url: string, get: NonNullable<Host['get']>): Promise<FetchResult> =>
    fetchDocument(addresses.get(url) ?? url, {
      get,
      scopeOf,
      credential: (origin) => {
        const name = variableOf(origin);
        return name === undefined ? undefined : host.secret?.(name);
      },
    });
  const differs = async (url: string): Promise<boolean> => {
    const known = store.known.get(url);
    if (host.get === undefined || known?.kind !== 'read') return false;
    const fetched = await fetchFrom(url, host.get);
    return fetched.ok && !isSame(known.bytes, fetched.bytes);
  };
  const fetchOne = async (url: string): Promise<void> => {
    const variable = variableOf(new URL(url).origin);
    const { get } = host;
    if (get === undefined) return refuse(store, url, 'this program has no way to the network');
    if (store.known.size >= maxDocuments)
      return refuse(store, url, `these are more than ${maxDocuments} documents`);
    if (links > maxChainLength)
      return refuse(
        store,
        url,
        `more than ${maxChainLength} documents lead on from one to the next`,
      );
    if (variable !== undefined && (host.secret?.(variable) ?? '') === '')
      return refuse(store, url, `the variable "${variable}" with its credential is not set`);
    const fetched = await fetchFrom(url, get);
    if (!fetched.ok) return refuse(store, url, fetched.why, fetched.hint);
    accept(store, url, copyOf(url), fetched.bytes, options);
  };
  return {
    read,
    async arrive() {
      const urls = [...awaited];
      awaited.clear();
      links += 1;
      await Promise.all(urls.map(fetchOne));
      return urls.length > 0;
    },
    isOutdated: async () => (await Promise.all([...asked].map(differs))).includes(true),
  };
}

/** Reads the locked copy of a document. */
function readCopy(
  host: Host,
  store: ReferenceStore,
  url: string,
  copy: string,
  { fetch, update }: RemoteOptions,
): RemoteDocument {
  const locked = store.lock?.get(url);
  if (store.lock === undefined) {
    return {
      kind: 'refused',
      sentence: changedReference.lock({ url, lock: lockName }),
      hint: 'restore it from version control',
    };
  }
  if (update && fetch) return { kind: 'awaited' };
  const bytes = host.read(copy);
  if (locked !== undefined && bytes !== undefined) {
    if (digestOf(bytes) === locked) return { kind: 'read', bytes, copy };
    return {
      kind: 'refused',
      sentence: changedReference.copy({
        url,
        copy: `${copiesFolder}/${copyName(url)}`,
        lock: lockName,
      }),
      hint: 'restore it from version control, or fetch the document again: tallystick generate --update-refs',
    };
  }
  if (fetch) return { kind: 'awaited' };
  return {
    kind: 'refused',
    sentence:
      locked === undefined
        ? unlockedReference.lock({ url, lock: lockName })
        : unlockedReference.copy({ url, folder: copiesFolder }),
    hint: `run tallystick generate, and commit ${lockName} and ${copiesFolder}`,
  };
}

function refuse(store: ReferenceStore, url: string, reason: string, hint?: string): void {
  store.known.set(url, {
    kind: 'refused',
    sentence: unreachableReference.default({ url, reason }),
    ...(hint !== undefined && { hint }),
  });
}

function accept(
  store: ReferenceStore,
  url: string,
  copy: string,
  bytes: Uint8Array,
  { update }: RemoteOptions,
): void {
  const digest = digestOf(bytes);
  const locked = store.lock?.get(url);
  if (locked !== undefined && locked !== digest && !update) {
    store.known.set(url, {
      kind: 'refused',
      sentence: changedReference.content({ url, lock: lockName }),
      hint: 'review the change, and accept it: tallystick generate --update-refs',
    });
    return;
  }
  store.digests.set(url, digest);
  store.newCopies.set(copy, bytes);
  store.known.set(url, { kind: 'read', bytes, copy });
}

function commitStore(
  host: Host,
  { root, lock, digests, newCopies }: ReferenceStore,
): readonly string[] {
  if (digests.size === 0) return [];
  const text = formatLock(new Map([...(lock ?? []), ...digests]));
  const files = new Map([...newCopies, [joinPath(root, lockName), new TextEncoder().encode(text)]]);
  const changed = [...files].filter(([path, bytes]) => !isSame(host.read(path), bytes));
  if (changed.length > 0) host.makeFolder(joinPath(root, copiesFolder));
  for (const [path, bytes] of changed) host.write(path, bytes);
  return changed.map(([path]) => path);
}

function isSame(before: Uint8Array | undefined, now: Uint8Array): boolean {
  return before?.length === now.length && before.every((byte, index) => byte === now[index]);
}
