import { expect, it } from "vitest";
import { submissionOf } from "~/lib/action-results";

it("the kept values are the input of the submission, whatever else a cookie holds", () => {
  const submission = submissionOf({
    url: "/_server?id=x",
    result: { errors: {}, values: { name: "Ada", odd: { toString: 1 }, list: ["x"], none: null } },
  });
  expect([...(submission?.input[0] ?? [])]).toEqual([["name", "Ada"]]);
  for (const result of [null, 7, "x", [], { values: 7 }, { values: null }])
    expect([...(submissionOf({ url: "", result })?.input[0] ?? [])], JSON.stringify(result)).toEqual([]);
  expect(submissionOf(undefined)).toBeUndefined();
});
