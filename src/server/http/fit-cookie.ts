// What visitors have typed, in a cookie. Browsers keep 4,096 bytes for a cookie, and proxies take about 8,192 for a
// request.

import "server-only";

/**
 * @param values the longest are left out until the text fits
 * @param textWith the cookie's value, with these of the values
 * @param maxBytes of the value as it is sent, which is percent-encoded
 * @returns undefined if the text does not even fit without any value
 */
export function fitValues<Value>(
  values: Record<string, Value>,
  textWith: (kept: Record<string, Value>) => string,
  maxBytes: number,
): string | undefined {
  const whole = textWith(values);
  if (encodedLength(whole) <= maxBytes) return whole;
  let left = maxBytes - encodedLength(textWith({}));
  if (left < 0) return undefined;
  const entries = Object.entries(values)
    .map((entry) => ({ entry, length: encodedLength(JSON.stringify(Object.fromEntries([entry]))) }))
    .sort((one, other) => one.length - other.length);
  const kept: [string, Value][] = [];
  for (const { entry, length } of entries) {
    left -= length;
    if (left < 0) break;
    kept.push(entry);
  }
  return textWith(Object.fromEntries(kept));
}

function encodedLength(text: string): number {
  return encodeURIComponent(text).length;
}
