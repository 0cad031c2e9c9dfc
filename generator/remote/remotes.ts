import { joinPath } from '../core/path.js';
import type { Host } from '../core/host.js';
import type { RemoteDocument } from '../load/remote-document.js';
import { fetchDocument } from './fetch-document.js';
import {
  copiesName,
  copyName,
  digestOf,
  formatLock,
  lockName,
  parseLock,
  type Lock,
} from './lock.js';
import { createReach } from './reach.js';

/** What one run may do with documents of the network. */
export interface RemoteOptions {
  /** Whether documents that are not there yet are fetched; else they are asked for in a diagnostic. */
  readonly fetch: boolean;
  /** Whether all are fetched anew, and what they are now is accepted. */
  readonly update: boolean;
}

/** What a package may read from the network. */
export interface RemoteRules {
  /** The folder of the lock. */
  readonly root: string;
  readonly allowRefs: readonly string[];
  /** The names of variables that hold the `Authorization` for an origin. */
  readonly credentials: { readonly [origin: string]: string };
  /** What is really asked for, where the address that is shown and kept leaves out a secret. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** The documents of the network that a run reads. */
export interface Remotes {
  /** Those of a package. */
  of(rules: RemoteRules): RemoteDocuments;
  /** The host, with copies that are yet to be written. */
  readonly host: Host;
  /** Whether a document has come over the network in this run. */
  fetched(address: string): boolean;
  /** Writes locks and copies, where there is anything new; gives their paths. Throws the host's errors. */
  commit(): readonly string[];
}

/** The documents of the network for one package. */
export interface RemoteDocuments {
  /** What is known of an address now. What is awaited is there when `arrive` is done, and then whoever asked has to ask again. */
  readonly read: (url: string) => RemoteDocument;
  /** Fetches what is awaited; whether there was anything. */
  arrive(): Promise<boolean>;
}

/** More documents than any description is made of: a server that answers each question with another is not asked forever. */
const mostDocuments = 1000;

/** Likewise of documents that each lead on to the next: everything is read again for each. */
const longestChain = 50;

/** Nothing read so far. */
export function createRemotes(host: Host, options: RemoteOptions): Remotes {
  const shelves = new Map<string, Shelf>();
  const shelfAt = (root: string): Shelf => {
    const shelf = shelves.get(root) ?? openShelf(host, root);
    shelves.set(root, shelf);
    return shelf;
  };
  return {
    of: (rules) => documentsOf(host, shelfAt(rules.root), rules, options),
    host: {
      ...host,
      read: (path) =>
        [...shelves.values()].map(({ fresh }) => fresh.get(path)).find(Boolean) ?? host.read(path),
    },
    fetched: (address) => [...shelves.values()].some(({ digests }) => digests.has(address)),
    commit: () => [...shelves.values()].flatMap((shelf) => commitShelf(host, shelf)),
  };
}

/** The lock of one folder, and what this run has found. */
interface Shelf {
  readonly root: string;
  /** `undefined` if the file is there and is no lock. */
  readonly lock: Lock | undefined;
  readonly known: Map<string, RemoteDocument>;
  /** Digests of what was fetched, by URL, and the bytes by the path of the copy. */
  readonly digests: Map<string, string>;
  readonly fresh: Map<string, Uint8Array>;
}

function openShelf(host: Host, root: string): Shelf {
  const bytes = host.read(joinPath(root, lockName));
  return {
    root,
    lock: bytes === undefined ? new Map() : parseLock(new TextDecoder().decode(bytes)),
    known: new Map(),
    digests: new Map(),
    fresh: new Map(),
  };
}

function documentsOf(
  host: Host,
  shelf: Shelf,
  { root, allowRefs, credentials, addresses }: RemoteRules,
  options: RemoteOptions,
): RemoteDocuments {
  const awaited = new Set<string>();
  let links = 0;
  const reach = createReach(host, allowRefs);
  const copyOf = (url: string): string => joinPath(root, `${copiesName}/${copyName(url)}`);
  const read = (url: string): RemoteDocument => {
    const known = shelf.known.get(url) ?? readCopy(host, shelf, url, copyOf(url), options);
    if (known.kind === 'awaited') awaited.add(url);
    else shelf.known.set(url, known);
    return known;
  };
  const arriveOne = async (url: string): Promise<void> => {
    const variable = (origin: string): string | undefined =>
      Object.hasOwn(credentials, origin) ? credentials[origin] : undefined;
    const needed = variable(new URL(url).origin);
    const { get } = host;
    if (get === undefined) return refuse(shelf, url, 'this program has no way to the network');
    if (shelf.known.size >= mostDocuments)
      return refuse(shelf, url, `these are more than ${mostDocuments} documents`);
    if (links > longestChain)
      return refuse(shelf, url, `more than ${longestChain} documents lead on from one to the next`);
    if (needed !== undefined && (host.secret?.(needed) ?? '') === '')
      return refuse(shelf, url, `the variable "${needed}" with its credential is not set`);
    const fetched = await fetchDocument(addresses.get(url) ?? url, {
      get,
      reach,
      credential: (origin) => {
        const name = variable(origin);
        return name === undefined ? undefined : host.secret?.(name);
      },
    });
    if (!fetched.ok) return refuse(shelf, url, fetched.why, fetched.hint);
    accept(shelf, url, copyOf(url), fetched.bytes, options);
  };
  return {
    read,
    async arrive() {
      const urls = [...awaited];
      awaited.clear();
      links += 1;
      await Promise.all(urls.map(arriveOne));
      return urls.length > 0;
    },
  };
}

/** What the lock and its copies say of an address. */
function readCopy(
  host: Host,
  shelf: Shelf,
  url: string,
  copy: string,
  { fetch, update }: RemoteOptions,
): RemoteDocument {
  const locked = shelf.lock?.get(url);
  if (shelf.lock === undefined) {
    return {
      kind: 'refused',
      code: 'changed-reference',
      message: `"${lockName}" is no lock, so that nobody knows what stood at "${url}"`,
      hint: 'restore it from version control',
    };
  }
  if (update && fetch) return { kind: 'awaited' };
  const bytes = host.read(copy);
  if (locked !== undefined && bytes !== undefined) {
    if (digestOf(bytes) === locked) return { kind: 'read', bytes, copy };
    return {
      kind: 'refused',
      code: 'changed-reference',
      message: `the copy of "${url}" in "${copiesName}/${copyName(url)}" is not what "${lockName}" says`,
      hint: 'restore it from version control, or take what stands there now: tallystick generate --update-refs',
    };
  }
  if (fetch) return { kind: 'awaited' };
  return {
    kind: 'refused',
    code: 'unlocked-reference',
    message:
      locked === undefined
        ? `"${url}" is not in "${lockName}", and only "tallystick generate" fetches documents`
        : `the copy of "${url}" is not in "${copiesName}", and only "tallystick generate" fetches documents`,
    hint: `run tallystick generate, and commit ${lockName} and ${copiesName}`,
  };
}

function refuse(shelf: Shelf, url: string, why: string, hint?: string): void {
  shelf.known.set(url, {
    kind: 'refused',
    code: 'unreachable-reference',
    message: `"${url}" can not be read: ${why}`,
    ...(hint !== undefined && { hint }),
  });
}

function accept(
  shelf: Shelf,
  url: string,
  copy: string,
  bytes: Uint8Array,
  { update }: RemoteOptions,
): void {
  const digest = digestOf(bytes);
  const locked = shelf.lock?.get(url);
  if (locked !== undefined && locked !== digest && !update) {
    shelf.known.set(url, {
      kind: 'refused',
      code: 'changed-reference',
      message: `what stands at "${url}" is not what "${lockName}" says`,
      hint: 'look at what has changed, and accept it: tallystick generate --update-refs',
    });
    return;
  }
  shelf.digests.set(url, digest);
  shelf.fresh.set(copy, bytes);
  shelf.known.set(url, { kind: 'read', bytes, copy });
}

function commitShelf(host: Host, { root, lock, digests, fresh }: Shelf): readonly string[] {
  if (digests.size === 0) return [];
  const text = formatLock(new Map([...(lock ?? []), ...digests]));
  const files = new Map([...fresh, [joinPath(root, lockName), new TextEncoder().encode(text)]]);
  const changed = [...files].filter(([path, bytes]) => !isSame(host.read(path), bytes));
  if (changed.length > 0) host.makeFolder(joinPath(root, copiesName));
  for (const [path, bytes] of changed) host.write(path, bytes);
  return changed.map(([path]) => path);
}

function isSame(before: Uint8Array | undefined, now: Uint8Array): boolean {
  return before !== undefined && Buffer.from(before).equals(now);
}
