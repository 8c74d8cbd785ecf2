import { useLocation } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { Card } from "./Card";

/** In place of a page that could not be rendered. */
export function Broken() {
  const location = useLocation();
  return (
    <Card title="Something went wrong" lead="It is our fault, not yours. Please try again in a moment.">
      <HttpStatusCode code={500} />
      <a href={location.pathname + location.search} rel="external" class="button button-filled button-wide">
        Try again
      </a>
      <a href="/" class="button button-outlined button-wide">
        Home
      </a>
    </Card>
  );
}
