// Measures the events of an event stream that are parsed per second of CPU, beside `eventsource-parser`: the same bytes in the same chunks,
// alternately in one process.
const [, , parserModule, peerModule, count, form] = process.argv;
const { createEventParser } = await import(parserModule);
const { createParser } = await import(peerModule);

const events = 2000;
const text = Array.from({ length: events }, (_, index) => {
  const data = JSON.stringify({
    id: index,
    price: '64231.17',
    size: '0.0215',
    side: 'buy',
    note: form === 'accents' ? 'é' : 'e',
  });
  if (index % 4 === 0) return `event: trade\nid: ${index}\ndata: ${data}\n\n`;
  return `data: ${data}\n\n`;
}).join('');
const bytes = new TextEncoder().encode(text);
const pieces = [];
for (let from = 0; from < bytes.length; from += 16_384)
  pieces.push(bytes.subarray(from, from + 16_384));

let length = 0;
let seen = 0;
const candidates = {
  tallystick() {
    const parser = createEventParser(1_000_000, { lastEventId: '', retry: undefined });
    for (const piece of pieces) {
      for (const event of parser.push(piece)) {
        seen += 1;
        length += event.data.length;
      }
    }
  },
  'eventsource-parser'() {
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent(event) {
        seen += 1;
        length += event.data.length;
      },
    });
    for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
  },
};

const best = {};
const rounds = 9;
const repeats = Math.max(1, Math.round(Number(count) / events / rounds));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, parse] of Object.entries(candidates)) {
    seen = 0;
    const started = process.cpuUsage();
    for (let index = 0; index < repeats; index += 1) parse();
    const { user, system } = process.cpuUsage(started);
    if (seen !== repeats * events) throw new Error(`${name} has seen ${seen} events`);
    // The first rounds are a warm-up.
    if (round > 1) best[name] = Math.max(best[name] ?? 0, seen / ((user + system) / 1e6));
  }
}
console.log(JSON.stringify({ ...best, length }));
