export default function SignIn() {
  return (
    <main>
      <h1>Sign in</h1>
      <form method="post" action="/api/auth/signin/github">
        <button type="submit">Continue with GitHub</button>
      </form>
    </main>
  );
}
