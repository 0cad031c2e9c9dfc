/** Outcomes of the calls that a program has made, in order. */
const calls = [];

/** Makes a call, and notes what became of it. Returns its value; `undefined` if it failed. */
export async function call(name, work) {
  try {
    const value = await work();
    calls.push({ name, value: plain(value) });
    return value;
  } catch (error) {
    const { statusCode, errorType, httpCode, apiCode, code, shortMessage } = error;
    const message = shortMessage ?? errorText(error);
    calls.push({
      name,
      error: {
        type: error.name,
        status: statusCode ?? httpCode,
        code: errorType ?? apiCode ?? code,
        message,
      },
    });
    return undefined;
  }
}

/** Prints the outcomes for the test that has started the program. */
export function report() {
  process.stdout.write(`${JSON.stringify(calls)}\n`);
}

function errorText({ errorMessage, apiMessage, message }) {
  return errorMessage ?? apiMessage ?? message;
}

/** What JSON can have of a value: SDKs return objects with methods and circular references. */
function plain(value) {
  const seen = new Set();
  const text = JSON.stringify(value, (_, each) => {
    if (typeof each === 'bigint') return String(each);
    if (typeof each !== 'object' || each === null) return each;
    if (seen.has(each)) return undefined;
    seen.add(each);
    return each;
  });
  return text === undefined ? null : JSON.parse(text);
}
