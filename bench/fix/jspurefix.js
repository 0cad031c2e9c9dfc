// Creates a parser of jspurefix as in its own benchmark: from bytes to an object for each message.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
// Required by its dependency injection, and must be imported first.
await import('reflect-metadata');
const { AsciiChars } = require('jspurefix/dist/buffer/ascii');
const { AsciiParser } = require('jspurefix/dist/buffer/ascii/ascii-parser');
const { SessionContainer } = require('jspurefix/dist/runtime');
const { DITokens } = require('jspurefix/dist/runtime/di-tokens');
const { makeSessionScope } = require('jspurefix/dist/runtime/session-scope');
const { DefinitionFactory } = require('jspurefix/dist/util');

/** Creates a function that parses a message with jspurefix and the same dictionary. */
export async function jspurefixParser(dictionary) {
  const system = new SessionContainer();
  system.registerGlobal('error');
  const container = await system.makeSystem(require('jspurefix/data/session/test-initiator.json'));
  const config = container.resolve(DITokens.IJsFixConfig);
  config.definitions = await new DefinitionFactory().getDefinitions(dictionary);
  config.delimiter = AsciiChars.firstChar('\u0001');
  const scope = makeSessionScope(config);
  const own = scope.sessionContainer;
  const parser = new AsciiParser(
    scope,
    null,
    own.resolve(DITokens.ParseBuffer),
    own.resolve(DITokens.maxMessageLen),
  );
  let parsed = 0;
  parser.on('msg', (_, view) => {
    if (view.toObject() !== null) parsed += 1;
  });
  return (message) => {
    const before = parsed;
    parser.parseBuffer(message);
    if (parsed !== before + 1) throw new Error('jspurefix did not parse the message');
  };
}
