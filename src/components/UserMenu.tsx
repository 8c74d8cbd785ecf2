// The signed-in user's menu in the header. The browser itself opens and closes it, so it needs no script. Visitors who
// are not signed in do not load it.

import arrowIcon from "~/icons/chevron-down.svg?raw";
import { menuText } from "~/messages/user-menu";
import { type User, useSession } from "~/session";
import { AuthForm } from "./AuthForm";
import { Icon } from "./ui/Icon";

export default function UserMenu(props: { user: User }) {
  const session = useSession();
  let menu: HTMLDivElement | undefined;
  return (
    <>
      <button type="button" popovertarget="user-menu" class="user-menu-button">
        <span translate="no" class="truncate">
          {props.user.name || props.user.email}
        </span>
        <Icon svg={arrowIcon} class="size-4 shrink-0" />
      </button>
      <div ref={menu} id="user-menu" popover="auto" class="user-menu">
        {/* A navigation within the application leaves it open. */}
        <a href="/account" onClick={() => menu?.hidePopover?.()}>
          {menuText.account}
        </a>
        <AuthForm
          action="signout"
          csrfToken={session()?.csrfToken}
          fields={{ callbackUrl: "/", user: props.user.id, from: "/sign-out" }}
        >
          <button type="submit">{menuText.signOut}</button>
        </AuthForm>
      </div>
    </>
  );
}
