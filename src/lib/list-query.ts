// What the URL of a list says: the search, the order and the page. Visitors write URLs, so a search has a length, an
// order is one that the list has, and a page is a whole number. The page reads it, and the query checks it again.

export interface ListQuery<Order extends string> {
  search: string;
  order: Order;
  /** From 1. */
  page: number;
}

/** The two orders of a column. */
export interface Sorting<Order extends string> {
  ascending: Order;
  descending: Order;
}

const MAX_SEARCH_LENGTH = 100;
/** Databases skip no more rows than fit into 32 bits. */
const MAX_PAGE = 1_000_000;

/**
 * @param asked the parameters of the URL, or the argument of a query: anything
 * @param orders the orders of the list by their names, of which the first is that of a URL without one
 */
export function listQuery<Order extends string>(asked: unknown, orders: Record<Order, unknown>): ListQuery<Order> {
  const { search, order, page } = Object(asked);
  const names = Object.keys(orders) as [Order, ...Order[]];
  const number = Math.floor(Number(page));
  return {
    search: typeof search === "string" ? search.slice(0, MAX_SEARCH_LENGTH) : "",
    order: names.find((name) => name === order) ?? names[0],
    page: number >= 1 ? Math.min(number, MAX_PAGE) : 1,
  };
}

/**
 * @param change what the link changes; by default nothing. Another search or order begins at the first page
 * @returns a link's query string
 */
export function listHref<Order extends string>(
  list: ListQuery<Order>,
  change: Partial<ListQuery<Order>> = { page: list.page },
): string {
  const { search, order, page } = { ...list, page: 1, ...change };
  return `?${new URLSearchParams({ ...(search && { search }), order, ...(page > 1 && { page: String(page) }) })}`;
}

/**
 * @param count how many rows the search finds
 * @returns the page that is shown, the last one if the list has fewer, and the rows to read for it
 */
export function pageOf(list: ListQuery<string>, count: number, perPage: number) {
  const pages = Math.max(1, Math.ceil(count / perPage));
  const page = Math.min(list.page, pages);
  return { page, pages, rows: { skip: (page - 1) * perPage, take: perPage } };
}

/** @returns of a column: the state for `aria-sort`, and the order that a press on its heading asks for */
export function sortOf<Order extends string>(list: ListQuery<Order>, { ascending, descending }: Sorting<Order>) {
  if (list.order === ascending) return { state: "ascending", next: descending } as const;
  return { state: list.order === descending ? "descending" : "none", next: ascending } as const;
}
