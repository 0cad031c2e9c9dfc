import type { Json } from '../../model/schema.js';
import {
  defineEmitter,
  emitterApiVersion,
  type EmitterDocuments,
  type Emitter,
} from '../emitter.js';

/** The descriptions of the package, for programs that compare it with another version. */
export const descriptionEmitter: Emitter<object> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'description',
  isOptIn: true,
  plan: ({ plan }) => (plan.package.kind === 'package' ? {} : undefined),
  *emit(_part, { documents }) {
    yield { kind: 'text', path: descriptionFile, text: `${jsonText(recorded(documents))}\n` };
  },
  packagePart: () => ({ files: [descriptionFile] }),
});

/** File of a package with its descriptions. */
const descriptionFile = 'description.json';

/** The documents with overlays applied, by path, and which of them are entry documents. */
function recorded(documents: readonly EmitterDocuments[]): Json {
  const contents = documents
    .flatMap(({ loaded }) => loaded)
    .map(({ path, value }) => [path, value] as const);
  return {
    documents: documents.map(({ entry }) => entry.path),
    contents: Object.fromEntries(contents),
  };
}

/** JSON of a value whose integers may be larger than numbers of JavaScript. */
function jsonText(value: Json, indentation = ''): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indentation}  `;
  const list = (open: string, items: readonly string[], close: string): string =>
    items.length === 0
      ? `${open}${close}`
      : `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indentation}${close}`;
  return Array.isArray(value)
    ? list(
        '[',
        (value as readonly Json[]).map((item) => jsonText(item, deeper)),
        ']',
      )
    : list(
        '{',
        Object.entries(value).map(
          ([name, member]) => `${JSON.stringify(name)}: ${jsonText(member, deeper)}`,
        ),
        '}',
      );
}
