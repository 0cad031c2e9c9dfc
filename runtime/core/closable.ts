/// <reference lib="esnext.disposable" preserve="true" />

/** A resource that `await using` closes at the end of a block (ECMAScript explicit resource management). */
export interface Closable {
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Lets `await using` close a resource. Engines without `Symbol.asyncDispose` leave it unchanged. The method is not enumerable,
 * so that copies and printed forms of the resource do not contain it.
 */
export function closable<Resource extends object>(
  resource: Resource,
  close: () => unknown,
): Resource & Closable {
  const key: symbol | undefined = Symbol.asyncDispose;
  if (key !== undefined)
    Object.defineProperty(resource, key, {
      value: async () => {
        await close();
      },
    });
  return resource as Resource & Closable;
}
