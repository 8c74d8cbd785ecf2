import { useSearchParams } from "@solidjs/router";
import { AuthErrorCard } from "~/components/AuthErrorCard";
import { first } from "~/lib/url";

export default function AuthErrorPage() {
  const [query] = useSearchParams<{ error: string; code: string }>();
  return <AuthErrorCard error={first(query.error)} code={first(query.code)} />;
}
