import { HttpStatusCode } from "@solidjs/start";
import { Card } from "~/components/Card";

export default function NotFound() {
  return (
    <Card title="Page not found" lead="The address may be mistyped, or the page has moved.">
      <HttpStatusCode code={404} />
      <a href="/" class="button button-filled button-wide">
        Home
      </a>
    </Card>
  );
}
