// The answer to a form that was sent without the page's script: its page, with what the action has returned in memory,
// as Rails and Phoenix do it. `useSubmission` and `useResult` have the result there. Nothing of it is stored, so it is
// of no other visitor and no other page, and no cookie can plant one.

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

/** @returns what the page of this request is rendered with */
export function resultFor(request: Request): FormResult | undefined {
  return results.get(request);
}

/** SolidStart sends an answer with this header as it is. Without it, a form's answer is a redirect. */
const AS_IT_IS = { "x-content-raw": "1" };

/**
 * @param form what was sent
 * @param answer what the action has returned
 * @returns the redirect that it is; or its page, with the result; or for a client that is no browser, JSON
 * @throws {Response} if what was carried out cannot be shown
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
  // An action that is bound to arguments has them in its URL, and its submissions have not.
  const { pathname, search } = requestContext().url;
  const url = (pathname + search).replace(/&args=.*/s, "");
  return render({ url, page, result, input, requestId: requestContext().requestId }, status);
}

interface Returned extends Response {
  customBody: () => unknown;
  /** See `refused`. */
  input: FormData;
}

/** The server renders what the browser has then: without a script, a result travels as JSON. */
function asJson(result: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(result) ?? "null");
  } catch (error) {
    logFailure("the result of an action", error);
    throw errorResponse(requestContext().request(), 500, unknownPressText(true));
  }
}

/** What a request has for its body, its cache and the router alone. */
const OF_POST = /^(?:content-|transfer-encoding$|expect$|range$|if-|origin$|x-server-|x-single-flight$)/;

/** Asks for the page as the browser would, with the cookies that the action has set. */
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
  // The action was carried out, and its page says that something can be tried again.
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
