import type { HandlersObject } from './find-handlers.js';
import type { HandledOperation, Target } from './target.js';

/** Handlers to add to an object or class. */
export interface Addition {
  readonly handlers: HandlersObject;
  readonly operations: readonly HandledOperation[];
}

/** The handlers that a file does not have. */
export interface MissingHandlers {
  readonly additions: readonly Addition[];
  /** Offsets of members that cannot be analysed, with the names that they may define. */
  readonly unseen: readonly { readonly at: number; readonly names: readonly string[] }[];
  /** Types of services without any handlers in this file. */
  readonly elsewhere: readonly string[];
}

/** Determines the missing handlers and where to add them. A handler is added to the object of its service, if there is one. */
export function missingHandlers(
  objects: readonly HandlersObject[],
  target: Target,
): MissingHandlers {
  const additions = new Map<HandlersObject, HandledOperation[]>();
  const unseen = new Map<number, string[]>();
  const required = requiredObjects(objects);
  const add = (object: HandlersObject, operation: HandledOperation): void => {
    const existing = additions.get(object) ?? [];
    if (!existing.includes(operation)) additions.set(object, [...existing, operation]);
  };
  for (const object of required) {
    for (const operation of target.operations) {
      const { name, service } = operation;
      if (object.names.has(name) || (!object.hasAllTypes && object.type !== service)) continue;
      for (const offset of object.unknownOffsets)
        unseen.set(offset, [...(unseen.get(offset) ?? []), name]);
      const serviceObject = required.find(
        (each) => each.type === service && each !== object && object.through.has(each.node),
      );
      add(serviceObject ?? object, operation);
    }
  }
  const services = new Set(target.operations.map(({ service }) => service));
  const hasAllHandlers = required.some(({ hasAllTypes }) => hasAllTypes);
  return {
    additions: [...additions].map(([handlers, operations]) => ({ handlers, operations })),
    unseen: [...unseen].map(([offset, names]) => ({ at: offset, names })),
    elsewhere: hasAllHandlers
      ? []
      : [...services].filter((service) => !required.some(({ type }) => type === service)),
  };
}

/** Objects that must be complete. If all may be incomplete, all of them. */
function requiredObjects(objects: readonly HandlersObject[]): readonly HandlersObject[] {
  const strict = objects.filter(({ isPartial }) => !isPartial);
  return strict.length > 0 ? strict : objects;
}
