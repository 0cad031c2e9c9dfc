import type { Reporter } from '../core/diagnostic.js';
import type { Api, Content } from './api.js';
import { formShape } from './form-shape.js';
import { createShapes } from './shape/create-shapes.js';

const sent = { direction: 'send', representation: 'value' } as const;

/**
 * A description whose forms have members. A body that no value of its schema can be as a form, because a form has names and a list or a text has
 * none, is left out of a request that has another; elsewhere a program writes it, as text, or with parts as bytes.
 */
export function withNamedForms(api: Api, reporter: Reporter): Api {
  const shapes = createShapes(api.schemas);
  const known = new Map<Content, boolean>();
  const told = new Set<Content>();
  const isNameless = (content: Content): boolean => {
    let nameless = known.get(content);
    if (nameless === undefined) {
      nameless = formShape(shapes, content, sent)?.kind === 'never';
      known.set(content, nameless);
    }
    return nameless;
  };
  const written = (contents: readonly Content[], isLeftOut: boolean): readonly Content[] => {
    if (!contents.some(isNameless)) return contents;
    const others = contents.filter((content) => !isNameless(content));
    const leaves = isLeftOut && others.length > 0;
    for (const content of contents) {
      if (!isNameless(content) || told.has(content)) continue;
      told.add(content);
      tell(content, leaves, reporter);
    }
    return leaves
      ? others
      : contents.map((content) => (isNameless(content) ? handedOver(content) : content));
  };
  const operations = api.operations.map((operation) => {
    const { request, outcomes } = operation;
    return {
      ...operation,
      ...(request && { request: { ...request, contents: written(request.contents, true) } }),
      outcomes: outcomes.map((outcome) => ({
        ...outcome,
        contents: written(outcome.contents, false),
      })),
    };
  });
  return [...known.values()].some(Boolean) ? { ...api, operations } : api;
}

function tell({ codec, mediaType, origin }: Content, leaves: boolean, reporter: Reporter): void {
  const raw = codec === 'multipart' ? 'bytes' : 'text';
  reporter.warning(
    'nameless-form',
    origin,
    `no value of this "${mediaType}" can be written as a form, whose values have names: the body is ${leaves ? 'left out' : `${raw} that a program writes`}`,
    { part: 'key', hint: 'describe an object whose members are the fields of the form' },
  );
}

/** The same content as a program writes it. Its schema describes nothing of that. */
function handedOver({ mediaType, codec, origin }: Content): Content {
  return { mediaType, codec: codec === 'multipart' ? 'opaque' : 'text', examples: [], origin };
}
