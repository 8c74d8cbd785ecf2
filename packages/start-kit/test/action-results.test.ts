import { expect, it } from "vitest";
import { type ActionResult, takeResult } from "../src/action-results.ts";

/** What SolidStart answers to a form without JavaScript. */
function answerOf(flash: object): Response {
  const headers = new Headers({ location: "/notes" });
  headers.append("set-cookie", "theme=dark; Path=/");
  headers.append("set-cookie", `flash=${encodeURIComponent(JSON.stringify(flash))}; Secure; HttpOnly;`);
  return new Response(null, { status: 302, headers });
}

function take(flash: object): { kept: ActionResult[]; answer: Response } {
  const kept: ActionResult[] = [];
  return { answer: takeResult(answerOf(flash), (result) => kept.push(result)), kept };
}

it("the framework's cookie leaves no response, and the result is kept without the input", () => {
  const input = [[["password", "secret"]]];
  const { answer, kept } = take({ url: "/_server?id=x&args=%5B1%5D", result: { errors: {} }, input });
  expect(kept).toEqual([{ url: "/_server?id=x", result: { errors: {} } }]);
  expect(answer.headers.getSetCookie()).toEqual(["theme=dark; Path=/"]);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/notes"]);
});

it("an error is no result", () => {
  expect(take({ url: "/_server?id=x", result: "at src/secret.ts", error: true, thrown: true, input: [] }).kept).toEqual(
    [],
  );
});
