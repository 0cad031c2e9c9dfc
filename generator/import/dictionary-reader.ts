import type { DiagnosticDetails, Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { XmlElement } from './xml.js';

/** Reads the elements of a dictionary, and reports errors at their positions. */
export interface DictionaryReader {
  error(code: string, element: XmlElement, message: string, hint?: string): void;
  warning(code: string, element: XmlElement, message: string, hint?: string): void;
  /** Returns a required attribute. Reports it and returns `undefined` if it is missing or empty. */
  attribute(element: XmlElement, name: string): string | undefined;
  /** Returns the `name` attribute, which must be a valid name in a description. */
  nameOf(element: XmlElement): string | undefined;
  /** Returns the children with these names. Reports all others. */
  children(element: XmlElement, ...names: readonly string[]): readonly XmlElement[];
}

/** Valid names of fields, components and messages, both in dictionaries and in descriptions. */
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Creates a reader that reports errors in the document of `origin`. */
export function createDictionaryReader(origin: Origin, reporter: Reporter): DictionaryReader {
  const error: DictionaryReader['error'] = (code, element, message, hint) =>
    reporter.error(code, origin, message, detailsOf(element, hint));
  const attribute = (element: XmlElement, name: string): string | undefined => {
    const value = element.attributes.get(name) ?? '';
    if (value !== '') return value;
    error('dictionary-member', element, `<${element.name}> needs a "${name}"`);
    return undefined;
  };
  return {
    error,
    warning: (code, element, message, hint) =>
      reporter.warning(code, origin, message, detailsOf(element, hint)),
    attribute,
    nameOf(element) {
      const name = attribute(element, 'name');
      if (name === undefined || NAME.test(name)) return name;
      const rule = 'letters, digits and "_", a letter first';
      error('dictionary-member', element, `${JSON.stringify(name)} is not a name: ${rule}`);
      return undefined;
    },
    children(element, ...names) {
      return element.children.filter((child) => {
        if (names.includes(child.name)) return true;
        error(
          'dictionary-member',
          child,
          `<${child.name}> has no place in <${element.name}>`,
          `<${element.name}> holds ${names.map((name) => `<${name}>`).join(', ')}`,
        );
        return false;
      });
    },
  };
}

function detailsOf({ position }: XmlElement, hint: string | undefined): DiagnosticDetails {
  return { position, ...(hint !== undefined && { hint }) };
}
