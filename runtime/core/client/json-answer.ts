import type { Answers, ChooseContent, ChosenContent } from './parts.js';

/** Reads answers that are nothing but JSON, without integers that are `bigint`, under types without wildcards and parameters. */
export const jsonAnswer: Answers = {
  choose: (contents) =>
    remembered((text) => {
      const type = text?.split(';', 1)[0]?.trim().toLowerCase();
      const index =
        type === undefined && contents.length === 1
          ? 0
          : contents.findIndex(({ mediaType }) => mediaType.toLowerCase() === type);
      return index < 0 ? undefined : { index };
    }),
  read: (_content, _media, bytes, _ok, connection) => connection.decodeJson(bytes),
};

/** A choice that is made anew only where the type is another one: a server says the same in every answer. */
export function remembered(choose: ChooseContent): ChooseContent {
  let last: { readonly text: string | undefined; readonly chosen: ChosenContent | undefined };
  return (text) => {
    if (last === undefined || last.text !== text) last = { text, chosen: choose(text) };
    return last.chosen;
  };
}
