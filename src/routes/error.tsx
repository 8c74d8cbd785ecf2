import { useSearchParams } from "@solidjs/router";
import { AuthErrorCard } from "~/components/AuthErrorCard";
import { param } from "~/lib/url";
import { describeAuthError } from "~/messages/auth-errors";

export default function AuthErrorPage() {
  const [query] = useSearchParams<{ error: string; code: string }>();
  return <AuthErrorCard words={describeAuthError(param(query.error), param(query.code))} />;
}
