import { expect, it } from "vitest";
import { listHref, listQuery, pageOf, sortOf } from "~/lib/list-query";

const ORDERS = { newest: 1, oldest: 2, text: 3 };
const FIRST = { search: "", order: "newest", page: 1 };

it("a list takes an order that it has, a search with a length and a whole page, and nothing else that a visitor invents", () => {
  const of = (asked: unknown) => listQuery(asked, ORDERS);
  expect(of({ search: "a b", order: "text", page: "3" })).toEqual({ search: "a b", order: "text", page: 3 });
  for (const order of ["userId", "__proto__", "constructor", "Newest", "", ["text"], {}, null, 1])
    expect(of({ order }), String(order)).toEqual(FIRST);
  for (const page of ["0", "-1", "x", "", "NaN", Number.NaN, null, {}, ["x"], "-Infinity"])
    expect(of({ page }), String(page)).toEqual(FIRST);
  for (const asked of [undefined, null, 7, "search", []]) expect(of(asked)).toEqual(FIRST);
  for (const search of [["a"], { length: 1 }, 7, null]) expect(of({ search })).toEqual(FIRST);
  expect(of({ search: "x".repeat(101) }).search).toHaveLength(100);
  expect(of({ page: 2.9 }).page).toBe(2);
  for (const page of ["1e99", "Infinity", 2 ** 53]) expect(of({ page }).page).toBe(1_000_000);
  expect(of(of({ search: " a ", order: "text", page: 3 }))).toEqual({ search: " a ", order: "text", page: 3 });
});

it("a link of a list says the search, the order and the page, and another search or order begins at the first page", () => {
  const list = listQuery({ search: "a&b=1#", order: "text", page: 3 }, ORDERS);
  const change = (...changes: Parameters<typeof listHref<keyof typeof ORDERS>>[1][]) =>
    listQuery(Object.fromEntries(new URLSearchParams(listHref(list, ...changes))), ORDERS);
  expect(change()).toEqual(list);
  expect(change({ page: 4 })).toEqual({ ...list, page: 4 });
  expect(change({ search: "" })).toEqual({ ...list, search: "", page: 1 });
  expect(change({ order: "oldest" })).toEqual({ ...list, order: "oldest", page: 1 });
});

it("a page after the last one is the last one, and an empty list has one page", () => {
  const of = (page: number, count: number) => pageOf({ ...FIRST, page }, count, 20);
  expect(of(2, 45)).toEqual({ page: 2, pages: 3, rows: { skip: 20, take: 20 } });
  expect(of(1_000_000, 40)).toEqual({ page: 2, pages: 2, rows: { skip: 20, take: 20 } });
  expect(of(5, 0)).toEqual({ page: 1, pages: 1, rows: { skip: 0, take: 20 } });
});

it("a press on a column's heading sorts by it, and a second press turns the order round", () => {
  const sorting = { ascending: "oldest", descending: "newest" } as const;
  const of = (order: keyof typeof ORDERS) => sortOf(listQuery({ order }, ORDERS), sorting);
  expect(of("newest")).toEqual({ state: "descending", next: "oldest" });
  expect(of("oldest")).toEqual({ state: "ascending", next: "newest" });
  expect(of("text")).toEqual({ state: "none", next: "oldest" });
});
