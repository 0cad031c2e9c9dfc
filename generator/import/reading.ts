import type { DiagnosticDetails, Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { XmlElement } from './xml.js';

/** Reads elements of one dictionary, and reports at their places. */
export interface Reading {
  error(code: string, element: XmlElement, message: string, hint?: string): void;
  warning(code: string, element: XmlElement, message: string, hint?: string): void;
  /** An attribute that has to be there; reports it and answers `undefined` where it is not, or is empty. */
  attribute(element: XmlElement, name: string): string | undefined;
  /** The `name` of something that becomes a name in a description. */
  nameOf(element: XmlElement): string | undefined;
  /** Children of these names; reports the others. */
  children(element: XmlElement, ...names: readonly string[]): readonly XmlElement[];
}

/** What FIX dictionaries call fields, components and messages; and what descriptions take as a name everywhere. */
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** A reading that reports to `reporter` in the document of `origin`. */
export function createReading(origin: Origin, reporter: Reporter): Reading {
  const error: Reading['error'] = (code, element, message, hint) =>
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
      const wanted = 'letters, digits and "_", a letter first';
      error('dictionary-member', element, `${JSON.stringify(name)} is not a name: ${wanted}`);
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
