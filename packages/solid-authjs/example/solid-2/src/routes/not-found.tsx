import { httpStatus } from "@solidjs/web";

/** Without it, Solid answers an unknown path with 200 and an empty body. */
export default function NotFound() {
  httpStatus(404);
  return <h1>Page not found</h1>;
}
