import { readFileSync } from 'node:fs';

/** Files of the page. */
export interface PageFiles {
  readonly html: string;
  readonly style: string;
  /** The bundled program; `undefined` if the sandbox was not built. */
  readonly program: string | undefined;
}

/**
 * Reads the files of the page. They are in the folder `page` beside this module: in the sources, and beside the bundle, where the program is
 * bundled, too. Returns `undefined` if there is no such folder, as in a program that was bundled together with the sandbox.
 */
export function readPageFiles(): PageFiles | undefined {
  const html = readIfPresent('page.html');
  const style = readIfPresent('page.css');
  if (html === undefined || style === undefined) return undefined;
  return { html, style, program: readIfPresent('page.js') };
}

function readIfPresent(name: string): string | undefined {
  try {
    return readFileSync(new URL(`./page/${name}`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
