/** A conversation as it should go, in the form of `play`. `{logon}` are the fields of every Logon. */
export interface Conversation {
  readonly name: string;
  readonly text: string;
}

/** Rules of `x-fix-session`, and what sessions of them do. */
export interface Rules {
  readonly rules: string;
  readonly conversations: readonly Conversation[];
}

/** The fields of an order. */
export const order = '11=A|40=1|54=1|55=TEA';

/** Conversations about one subject, each with a title; `{reset}` stands for the fields of a Logon with a reset. */
export function titled(
  subject: string,
  texts: Readonly<Record<string, string>>,
): readonly Conversation[] {
  return Object.entries(texts).map(([name, text]) => ({
    name: `${subject} ${name}`,
    text: text.replaceAll('{reset}', '98=0|108=30|141=Y{appl}'),
  }));
}
