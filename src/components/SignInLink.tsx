// A link to the sign-in page. If the browser can say at once whether it has a passkey, a press asks for the passkey,
// and the visitor stays on the page. Without a passkey, and in other browsers, the press leads to the sign-in page.

import { useNavigate } from "@solidjs/router";
import type { ParentProps } from "solid-js";
import { SIGN_IN } from "~/lib/paths";
import { useSession } from "~/session";
import { Button } from "./ui/Button";

export function SignInLink(props: ParentProps<{ variant?: "outline"; class?: string }>) {
  const navigate = useNavigate();
  const session = useSession();
  const press = (event: MouseEvent) => {
    if (!session()?.hasPasskeys) return;
    // The link opens another tab or window, or downloads.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    import("./passkey-at-once").then(
      ({ signInAtOnce }) => signInAtOnce(navigate, Boolean(session()?.returnTo)),
      () => navigate(SIGN_IN),
    );
  };
  return (
    <Button href={SIGN_IN} variant={props.variant} class={props.class} onClick={press}>
      {props.children}
    </Button>
  );
}
