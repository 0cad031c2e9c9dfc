import type { Reporter, Sentence } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import { dictionaryMember } from './dictionary-diagnostics.js';
import type { XmlElement } from './xml.js';

/** Reads the elements of a dictionary, and reports errors at their positions. */
export interface DictionaryReader {
  report(sentence: Sentence, element: XmlElement, hint?: string): void;
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
  const report: DictionaryReader['report'] = (sentence, { position }, hint) =>
    reporter.report(sentence, origin, { position, ...(hint !== undefined && { hint }) });
  const attribute = (element: XmlElement, name: string): string | undefined => {
    const value = element.attributes.get(name) ?? '';
    if (value !== '') return value;
    report(dictionaryMember.attribute({ element: element.name, name }), element);
    return undefined;
  };
  return {
    report,
    attribute,
    nameOf(element) {
      const name = attribute(element, 'name');
      if (name === undefined || NAME.test(name)) return name;
      report(dictionaryMember.name({ text: name }), element);
      return undefined;
    },
    children(element, ...names) {
      return element.children.filter((child) => {
        if (names.includes(child.name)) return true;
        report(
          dictionaryMember.element({ element: child.name, parent: element.name }),
          child,
          `<${element.name}> may contain ${names.map((name) => `<${name}>`).join(', ')}`,
        );
        return false;
      });
    },
  };
}
