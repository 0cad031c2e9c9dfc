import type { Input, InputFile } from './protocol.js';

/** Largest document that the page opens, in characters. */
export const maxDocument = 40_000_000;

/**
 * The document of a user, under a name that is safe as a path, with a config file for it. A service gets a client and a server; what
 * other documents have depends on their content.
 */
export function inputOf(name: string, text: string, emitters?: readonly string[]): Input {
  const document = { name: safeName(name, text), text };
  const isService = /^\s*(?:\{\s*)?["']?(?:openapi|swagger|openrpc)\b/m.test(text.slice(0, 10_000));
  return { document, config: configFor(document, emitters ?? (isService ? services : [])) };
}

const services = ['client', 'server'];

/** The config file that generates a package from a document. Without emitters, it has all that are not opt-in. */
export function configFor(document: InputFile, emitters: readonly string[]): string {
  const name = isDictionary(document) ? describedName(document.name) : document.name;
  const stem = name.replace(/\..*$/, '').toLowerCase();
  const lines = [
    'packages:',
    `  - documents: [${name}]`,
    '    out: api',
    `    package: '@example/${stem.replace(/^[._-]+/, '') || 'api'}'`,
    ...(emitters.length > 0 ? [`    emitters: [${emitters.join(', ')}]`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** True if a document is a FIX dictionary, which is converted to a description first. */
export function isDictionary({ name }: Pick<InputFile, 'name'>): boolean {
  return name.endsWith('.xml');
}

/** The name of the description of a FIX dictionary. */
export function describedName(dictionary: string): string {
  return dictionary.replace(/\.xml$/, '.asyncapi.yaml');
}

/** Reduces a file name to characters that mean nothing to YAML or to a path, with the extension that fits the text. */
export function safeName(name: string, text: string): string {
  const stem = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:json|ya?ml|xml)$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 60);
  const kept = /^[a-z]/i.test(stem) ? stem : `api${stem === '' ? '' : `-${stem}`}`;
  const isReserved = /^tallystick$/i.test(kept);
  return `${isReserved ? 'api' : kept}${extensionOf(name, text)}`;
}

function extensionOf(name: string, text: string): string {
  if (/\.xml$/i.test(name) || /^\s*<(?:\?xml|fix\b|!--)/.test(text.slice(0, 1000))) return '.xml';
  return /^\s*[[{]/.test(text.slice(0, 1000)) ? '.json' : '.yaml';
}
