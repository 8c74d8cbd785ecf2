import { signOut } from "~/session";

export function Account(props: { email?: string | null }) {
  return (
    <>
      <p>Signed in as {props.email}</p>
      <form method="post" action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  );
}
