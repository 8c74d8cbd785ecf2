import { httpStatus } from "@solidjs/web";

/** SolidStart's component: the status of the response with this page. */
export function HttpStatusCode(props: { code: number }) {
  httpStatus(props.code);
  return null;
}
