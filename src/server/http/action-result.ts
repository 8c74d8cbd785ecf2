// What an action has returned, in a flash cookie, for a browser without JavaScript: the next page renders with it, and
// `useSubmission` and `useResult` have it there. It holds what the action returned, such as `refused()`, and never the
// rest of the input: passwords, codes and files stay out of it.

import "server-only";
import type { ActionResult } from "../../lib/action-results";
import { log } from "../log";
import { readFlash, setCookie } from "./cookies";
import { fitValues } from "./fit-cookie";

/** The cookie's value has at most so many bytes. Browsers keep 4,096 for a cookie, and proxies 8,192 for a request. */
const MAX_LENGTH = 3000;

/** Leaves a result for the next page. Of one that is too long, the longest values are left out, and then errors. */
export function keepResult(kept: ActionResult): void {
  const text = shortened(kept);
  if (text) setCookie("action-result", text);
  else log.warn("the result of an action does not fit into a cookie: a page without JavaScript does not show it");
}

/** @returns what the last action returned, once; undefined for a cookie that holds anything else */
export function readResult(): ActionResult | undefined {
  try {
    const text = readFlash("action-result") ?? "{}";
    // Threat: a thousand levels of lists, which can be read, and not written into the page.
    if (text.length > MAX_LENGTH) return undefined;
    const { url, result } = JSON.parse(text);
    const isResult = (url === undefined || typeof url === "string") && result !== undefined;
    return isResult ? { url, result } : undefined;
  } catch {
    return undefined;
  }
}

function shortened({ url, result }: ActionResult): string | undefined {
  const { values, errors } = Object(result);
  if (!values) return fitValues({}, () => JSON.stringify({ url, result }), MAX_LENGTH);
  const textWith = (kept: object) => JSON.stringify({ url, result: { ...Object(result), ...kept } });
  return (
    fitValues(values, (kept) => textWith({ values: kept }), MAX_LENGTH) ??
    fitValues(Object(errors), (kept) => textWith({ values: {}, errors: kept }), MAX_LENGTH)
  );
}
