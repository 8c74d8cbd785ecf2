// The result of an action in its cookie.

import { getRequestEvent } from "solid-js/web";
import { beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../../support/adapter";
import { inRequest, ORIGIN, useApplication } from "../../support/request";

beforeEach(async () => {
  useApplication(await openDatabase());
  return () => vi.unstubAllEnvs();
});

const asPage = (cookie = "") => new Request(`${ORIGIN}/account`, { headers: { cookie, accept: "text/html" } });

/** @returns the cookies that keeping a result sets */
async function keep(result: unknown): Promise<string[]> {
  const { keepResult } = await import("~/server/http/action-result");
  return inRequest(asPage(), () => {
    keepResult({ url: "/_server?id=x", result });
    return getRequestEvent()?.response.headers.getSetCookie() ?? [];
  });
}

async function read(value: string) {
  const { readResult } = await import("~/server/http/action-result");
  return inRequest(asPage(`action-result=${encodeURIComponent(value)}`), () => ({
    result: readResult(),
    set: getRequestEvent()?.response.headers.getSetCookie(),
  }));
}

it("a result is kept for one page and one minute, and no script reads it", async () => {
  const [cookie = ""] = await keep({ errors: { name: "Too long." }, values: { name: "Ada" } });
  expect(cookie).toMatch(/^action-result=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
  const kept = decodeURIComponent(cookie.split(/[=;]/)[1] ?? "");
  const { result, set } = await read(kept);
  expect(result).toEqual({ url: "/_server?id=x", result: { errors: { name: "Too long." }, values: { name: "Ada" } } });
  expect(set).toEqual([expect.stringMatching(/^action-result=; Max-Age=0;/)]);
});

it("a result that does not fit into a cookie loses its longest input, and keeps the errors", async () => {
  const [cookie = ""] = await keep({ errors: { note: "Too long." }, values: { note: "é".repeat(2000), name: "Ada" } });
  expect(cookie.length).toBeLessThan(4096);
  const { result } = await read(decodeURIComponent(cookie.split(/[=;]/)[1] ?? ""));
  expect(result?.result).toEqual({ errors: { note: "Too long." }, values: { name: "Ada" } });
  expect(await keep("x".repeat(4000))).toEqual([]);
});

it("a result of more errors than a cookie holds loses the longest of them, and all input", async () => {
  const lines = Array.from({ length: 40 }, (_, line) => [
    `lines.${line}.price`,
    `Line ${line} has no price. `.repeat(4),
  ]);
  const errors: Record<string, string> = { ...Object.fromEntries(lines), title: "Too long." };
  const [cookie = ""] = await keep({ errors, values: { title: "Ada" } });
  expect(cookie.length).toBeLessThan(4096);
  const { result } = await read(decodeURIComponent(cookie.split(/[=;]/)[1] ?? ""));
  const shown = Object(result?.result);
  expect(shown).toMatchObject({ errors: { title: "Too long." }, values: {} });
  expect(Object.keys(shown.errors).length).toBeGreaterThan(10);
});

it("thousands of fields fit into the cookie in part, at once", async () => {
  const names = Array.from({ length: 20_000 }, (_, number) => `f${number}`);
  const values = Object.fromEntries(names.map((name) => [name, "Ada"]));
  const [cookie = ""] = await keep({ errors: { note: "Too long." }, values });
  expect(cookie.length).toBeLessThan(4096);
  const { result } = await read(decodeURIComponent(cookie.split(/[=;]/)[1] ?? ""));
  expect(result?.result).toMatchObject({ errors: { note: "Too long." }, values: { f0: "Ada" } });
});

it("a malformed cookie is no result", async () => {
  const deep = `{"result":${"[".repeat(7000)}${"]".repeat(7000)}}`;
  for (const forged of ["", "{", "null", "7", "{}", '{"url":7,"result":1}', deep])
    expect((await read(forged)).result, forged).toBeUndefined();
});
