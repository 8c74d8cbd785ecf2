import { useNavigate } from "@solidjs/router";
import { onMount } from "solid-js";
import { getRequestEvent, isServer } from "solid-js/web";

/** Redirects instead of rendering a page; on the server with a 302. @param props `to` is a path on this site */
export function Redirect(props: { to: string }) {
  const navigate = useNavigate();
  const event = isServer ? getRequestEvent() : undefined;
  if (event) {
    event.response.status = 302;
    event.response.headers.set("location", props.to);
  }
  onMount(() => navigate(props.to, { replace: true }));
  return null;
}
