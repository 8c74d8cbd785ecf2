// The Content-Security-Policy as an application opens it: the header, and the check at startup.

import { expect, it } from "vitest";
import { policyProblems, policyWith } from "~/server/http/policy-sources";

it("the header has what each directive allows anyway, and what was opened, from each place", () => {
  const own = { "default-src": "'none'", "img-src": "'self'" };
  const opened = [
    { "img-src": ["https://one.example"] },
    { "img-src": ["data:"], "frame-src": ["https://two.example"] },
  ];
  expect(policyWith(own, opened)).toBe(
    "default-src 'none'; img-src 'self' https://one.example data:; frame-src https://two.example",
  );
});

it("the check at startup accepts origins, wildcards for subdomains and ports, paths and schemes", () => {
  const origins = ["https://a.example", "https://*.a.example", "wss://a.example:8080", "http://127.0.0.1:*"];
  const others = ["https://a.example/path/", "'self'", "data:", "blob:", "https:"];
  expect(policyProblems({ "connect-src": [...origins, ...others], "style-src-attr": ["'unsafe-inline'"] })).toEqual([]);
});

it.each([
  ["img-src", "*"],
  ["img-src", "https://a.example; script-src *"],
  ["img-src", "https://a.example https://b.example"],
  ["img-src", "'unsafe-inline'"],
  ["style-src", "'unsafe-inline'"],
])("the check at startup names a source that is none: %s %s", (name, value) => {
  expect(policyProblems({ [name]: ["https://a.example", value] })).toEqual([
    `contentSecurityPolicy: "${value}" in "${name}" is not a source, like https://images.example.com.`,
  ]);
});
