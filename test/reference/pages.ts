import { dirname, join, relative } from 'node:path';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { generate, memoryHost, type Diagnostic } from '../../generator/index.js';
import type { Workbench } from '../conformance/hostile/type-check.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';

/** Output of a run with the emitter `docs`. */
export interface Generated {
  readonly diagnostics: readonly Diagnostic[];
  /** Pages by path below `docs/`, parsed as a browser does. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Texts of all files by path below the output folder. */
  readonly files: ReadonlyMap<string, string>;
}

/** A parsed page. */
export interface Page {
  readonly text: string;
  readonly elements: readonly Element[];
}

/** An element with its attributes and the text in it. */
export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Settings beside the documents. */
interface Settings {
  readonly emitters?: readonly string[];
  readonly packageName?: string;
}

/** Generates documents that are given as texts. */
export async function generateText(
  texts: Readonly<Record<string, string>>,
  { emitters = ['client', 'server', 'docs'], packageName }: Settings = {},
): Promise<Generated> {
  const host = memoryHost(texts, '/app');
  const { diagnostics } = await generate(
    {
      documents: Object.keys(texts).slice(0, 1),
      out: 'out',
      emitters: [...emitters],
      ...(packageName === undefined ? {} : { packageName }),
    },
    host,
  );
  const files = [...host.files()].flatMap(([path, text]): [string, string][] =>
    path.startsWith('/app/out/') ? [[path.slice('/app/out/'.length), text]] : [],
  );
  return { diagnostics, files: new Map(files), pages: pagesOf(files) };
}

/** Generates a document of the corpus where it lies, and writes nothing to the disk. */
export async function generateDocument(
  path: string,
  emitters: readonly string[] = ['client', 'server', 'feeds', 'docs'],
): Promise<Generated> {
  const host = overlayHost(dirname(path));
  const { diagnostics } = await generate(
    {
      documents: [relative(dirname(path), path)],
      out: outputFolder,
      lenient: true,
      emitters: [...emitters],
    },
    host,
  );
  const files = [...host.written()];
  return { diagnostics, files: new Map(files), pages: pagesOf(files) };
}

function pagesOf(files: readonly (readonly [string, string])[]): ReadonlyMap<string, Page> {
  return new Map(
    files.flatMap(([path, text]): [string, Page][] =>
      path.startsWith('docs/') && path.endsWith('.html')
        ? [[path.slice('docs/'.length), { text, elements: elementsOf(parse(text)) }]]
        : [],
    ),
  );
}

function elementsOf(node: Tree.ParentNode): readonly Element[] {
  return node.childNodes.flatMap((child): readonly Element[] => {
    if (!('tagName' in child)) return [];
    const attributes = new Map(child.attrs.map(({ name, value }) => [name, value]));
    return [{ tag: child.tagName, attributes, text: textOf(child) }, ...elementsOf(child)];
  });
}

function textOf(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) =>
      child.nodeName === '#text' && 'value' in child
        ? child.value
        : 'childNodes' in child
          ? textOf(child)
          : '',
    )
    .join('');
}

/** Links and ids of pages that are wrong: links that lead nowhere, and ids that occur twice. */
export function brokenLinks({ pages, files }: Generated): readonly string[] {
  const ids = new Map(
    [...pages].map(([path, { elements }]) => [
      path,
      elements.flatMap(({ attributes }) => attributes.get('id') ?? []),
    ]),
  );
  return [...pages].flatMap(([path, { elements }]) => {
    const own = ids.get(path) ?? [];
    const twice = own
      .filter((id, at) => own.indexOf(id) !== at)
      .map((id) => `${path}: id ${id} occurs twice`);
    const addresses = elements.flatMap(({ tag, attributes }) => {
      const address = attributes.get('href') ?? attributes.get('src');
      return address === undefined || (tag === 'a' && /^(?:https?|mailto):/.test(address))
        ? []
        : [address];
    });
    const broken = [...new Set(addresses)].filter((address) => {
      const [file = '', fragment] = address.split('#');
      const target =
        file === '' ? path : join(dirname(path), file).split('/').map(decodeURIComponent).join('/');
      const known = ids.get(target);
      if (known === undefined) return !files.has(`docs/${target}`);
      return fragment !== undefined && !known.includes(decodeURIComponent(fragment));
    });
    return [...twice, ...broken.map((address) => `${path}: ${address} leads nowhere`)];
  });
}

/** What the pages have that their policy forbids: elements, attributes and addresses. */
export function unsafeParts(pages: ReadonlyMap<string, Page>): readonly string[] {
  return [...pages].flatMap(([path, { elements }]) =>
    elements.flatMap(({ tag, attributes, text }) => {
      const own = /^(?:\.\.\/)?assets\/(?:docs\.js|docs\.css|icon\.svg)$/;
      const address = attributes.get('href') ?? attributes.get('src') ?? '';
      const isLink =
        tag === 'a' && /^(?:https?:\/\/|mailto:|#|(?:\.\.\/)?[^:/?]+(?:\/[^:?]*)?$)/.test(address);
      const isOwn =
        (tag === 'script' && text === '' && own.test(address)) ||
        (tag === 'link' && own.test(address));
      const wrong = [
        ...(known.has(tag) ? [] : [`element ${tag}`]),
        ...[...attributes.keys()]
          .filter((name) => !allowed.has(name))
          .map((name) => `attribute ${name}`),
        ...(address === '' || isLink || isOwn ? [] : [`address ${address}`]),
      ];
      return wrong.map((each) => `${path}: ${each}`);
    }),
  );
}

const known: ReadonlySet<string> = new Set(
  (
    'html head meta title link script body header div nav main footer p h1 h2 h3 h4 h5 h6 a ul ol li code pre span small time ' +
    'details summary em strong s blockquote hr br table thead tbody tr th td'
  ).split(' '),
);
const allowed: ReadonlySet<string> = new Set(
  (
    'lang charset http-equiv content name rel type href src id class tabindex role aria-label aria-current open data-root ' +
    'data-sample start title'
  ).split(' '),
);

/** Samples of a kind on the pages of operations, by path. */
export function samplesOf(
  pages: ReadonlyMap<string, Page>,
  kind: string,
): ReadonlyMap<string, string> {
  return new Map(
    [...pages].flatMap(([path, { elements }]) =>
      elements
        .filter(({ attributes }) => attributes.get('data-sample') === kind)
        .map(({ text }) => [path, text] as const),
    ),
  );
}

/** Adds the package and its samples to a workbench, where they are compiled together. Returns the count of samples. */
export function addSamples(
  bench: Workbench,
  { files, pages }: Generated,
  document: string,
): number {
  const name = document.replaceAll(/\W+/g, '-');
  bench.add(
    name,
    new Map([...files].filter(([path]) => !path.startsWith('docs/') && /\.[jt]s$/.test(path))),
  );
  let count = 0;
  for (const kind of ['client', 'fetch', 'server', 'feed']) {
    const samples = [...samplesOf(pages, kind)];
    count += samples.length;
    const sources = samples.map(([page, code]): [string, string] => [
      `sample-${kind}-${page.replaceAll(/\W+/g, '-')}.ts`,
      `${code}\nexport {};\n`,
    ]);
    bench.add(name, new Map(sources));
  }
  return count;
}
