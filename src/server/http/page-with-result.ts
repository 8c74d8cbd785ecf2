// The answer to a form that was sent without the page's script: its page, with the action's result in memory, as in
// Rails and Phoenix. On that page, `useSubmission` and `useResult` have the result. The result is not stored. So no
// other visitor and no other page gets it, and no cookie can forge a result.

import "server-only";
import type { FormResult } from "~/lib/form-result";
import { isRefused } from "~/lib/forms";
import { unknownPressText } from "~/messages/errors";
import { logFailure } from "~/server/log/failures";
import { requestEvent } from "~/server/request-event";
import { clientKind } from "./client-kind";
import { errorResponse } from "./error-page";
import { redirectTo } from "./redirects";
import { pageOfForm } from "./referer";
import { requestContext } from "./request-context";

const results = new WeakMap<Request, FormResult>();

/** @returns the result with which the page of this request is rendered */
export function resultFor(request: Request): FormResult | undefined {
  return results.get(request);
}

/** SolidStart sends an answer with this header unchanged. Without the header, a form's answer is a redirect. */
const AS_IT_IS = { "x-content-raw": "1" };

/**
 * @param form the form that was sent
 * @param answer the action's result
 * @returns the answer itself, if it is a redirect; otherwise its page, with the result; or JSON for a client that is
 *   not a browser
 * @throws {Response} if the result of a carried-out action cannot be shown
 */
export async function answerWithPage(form: FormData, answer: unknown): Promise<Response> {
  if (answer instanceof Response && (answer.headers.has("location") || answer.headers.has("x-content-raw")))
    return answer;
  const {
    customBody,
    status = 200,
    headers,
    input = form,
  }: Partial<Returned> = answer instanceof Response ? answer : {};
  for (const cookie of headers?.getSetCookie() ?? []) headersOfAnswer().append("set-cookie", cookie);
  const wait = headers?.get("retry-after");
  if (wait) headersOfAnswer().set("retry-after", wait);
  const result = asJson(answer instanceof Response ? await customBody?.() : answer);
  const request = requestContext().request();
  if (clientKind(request) === "other") return Response.json(result, { status, headers: AS_IT_IS });
  const page = pageOfForm(request, form);
  if (result === null) return redirectTo(page);
  // If an action is bound to arguments, its URL has them, but its submissions do not.
  const { pathname, search } = requestContext().url;
  const url = (pathname + search).replace(/&args=.*/s, "");
  return render({ url, page, result, input, requestId: requestContext().requestId }, status);
}

interface Returned extends Response {
  customBody: () => unknown;
  /** See `refused`. */
  input: FormData;
}

/** The server renders with the same value as the browser: without a script, a result travels as JSON. */
function asJson(result: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(result) ?? "null");
  } catch (error) {
    logFailure("the result of an action", error);
    throw errorResponse(requestContext().request(), 500, unknownPressText(true));
  }
}

/** Headers of a request that are only for its body, its cache and the router. */
const OF_POST = /^(?:content-|transfer-encoding$|expect$|range$|if-|origin$|x-server-|x-single-flight$)/;

/** Requests the page as the browser does, with the cookies that the action has set. */
async function render(result: FormResult, status: number): Promise<Response> {
  const event = requestEvent();
  const { app, req } = event?.nativeEvent ?? {};
  if (!event || !app || !req) throw new Error("There is no request here.");
  const headers = new Headers(req.headers);
  for (const name of [...headers.keys()].filter((name) => OF_POST.test(name))) headers.delete(name);
  headers.set("cookie", cookiesAfter(headers.get("cookie") ?? "", headersOfAnswer().getSetCookie()));
  const { ip, runtime } = req;
  const waitUntil = req.waitUntil?.bind(req);
  const request = Object.assign(new Request(new URL(result.page, req.url), { headers, signal: req.signal }), {
    ip,
    runtime,
    waitUntil,
  });
  results.set(request, result);
  const page = await app.fetch(request);
  // The action was carried out, but the text of the failed page says "Try again".
  if (page.status >= 400 && !isRefused(result.result)) throw errorResponse(event.request, 500, unknownPressText(true));
  for (const [name, value] of page.headers) if (name !== "set-cookie") headersOfAnswer().set(name, value);
  for (const cookie of page.headers.getSetCookie()) headersOfAnswer().append("set-cookie", cookie);
  const isElsewhere = page.status >= 300 && page.status < 400;
  return new Response(page.body, { status: page.ok ? status : isElsewhere ? 303 : page.status, headers: AS_IT_IS });
}

const headersOfAnswer = (): Headers => requestEvent()?.response.headers ?? new Headers();

/** @returns the Cookie header of a browser after an answer */
function cookiesAfter(sent: string, set: string[]): string {
  let pairs = sent.split(";").map((pair) => pair.trim());
  for (const line of set) {
    const [pair = ""] = line.split(";");
    const [name] = pair.split("=");
    pairs = pairs.filter((each) => each.split("=")[0] !== name);
    if (!/;\s*max-age=0|;\s*expires=Thu, 01 Jan 1970/i.test(line)) pairs.push(pair);
  }
  return pairs.join("; ");
}
