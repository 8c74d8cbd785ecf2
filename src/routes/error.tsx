import { useSearchParams } from "@solidjs/router";
import { HttpStatusCode } from "@solidjs/start";
import { describeAuthError } from "~/auth-errors";
import { Card } from "~/components/Card";
import { first } from "~/url";

export default function AuthErrorPage() {
  const [query] = useSearchParams<{ error: string; code: string }>();
  const words = () => describeAuthError(first(query.error), first(query.code));
  return (
    <Card title={words().title} lead={words().text}>
      <HttpStatusCode code={words().status} />
      <a href={words().next.href} class="button button-filled button-wide">
        {words().next.label}
      </a>
    </Card>
  );
}
